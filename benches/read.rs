//! Measures how long it takes to read a STATE.md, by size.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use stateline::family::gsd::GsdFields;

fn state_of(size: usize) -> String {
    let mut text = String::from(
        "---\ngsd_state_version: '1.0'\nmilestone: v2.0\nmilestone_name: Code Quality\nstatus: executing\nprogress:\n  \
         total_phases: 17\n  completed_phases: 10\n  percent: 59\n---\n\n# Project State\n\nPhase: 4 of 17 (Observability)\n",
    );
    while text.len() < size {
        text.push_str(
            "- Phase 3: the cache is kept next to the index, because a second process may read it\n",
        );
    }
    text
}

fn read(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("read");
    for size in [300, 5_000, 27_000, 340_000] {
        let text = state_of(size);
        group.throughput(Throughput::Bytes(u64::try_from(text.len()).unwrap_or(u64::MAX)));
        group.bench_with_input(BenchmarkId::from_parameter(size), &text, |bencher, text| {
            bencher.iter(|| GsdFields::read(text));
        });
    }
    group.finish();
}

criterion_group!(benches, read);
criterion_main!(benches);
