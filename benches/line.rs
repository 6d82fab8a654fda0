//! Measures how long it takes to turn a state into a line, whole and fitted to a width.

use criterion::{Criterion, criterion_group, criterion_main};
use stateline::{
    family::{Ask, FAMILIES, Source, Style, gsd},
    line::Paint,
};

fn line(criterion: &mut Criterion) {
    for family in FAMILIES {
        for sample in family.samples {
            let ask = Ask { style: Style::Full, now: 0 };
            criterion.bench_function(&format!("line/{}/{}", family.id, sample.scene), |bencher| {
                bencher.iter(|| {
                    (family.read)(Source::unnamed(sample.text, 0)).view(&ask).line.paint(&Paint::default())
                });
            });
        }
    }
}

fn scene(criterion: &mut Criterion) {
    for sample in gsd::FAMILY.samples {
        let state = gsd::GsdFields::read(sample.text);
        criterion.bench_function(&format!("scene/{}", sample.scene), |bencher| {
            bencher.iter(|| gsd::Scene::of(&state));
        });
    }
}

fn fit(criterion: &mut Criterion) {
    let ask = Ask { style: Style::Full, now: 0 };
    for width in [20, 40, 80] {
        criterion.bench_function(&format!("fit/{width}"), |bencher| {
            let view = gsd::FAMILY
                .samples
                .first()
                .map(|sample| (gsd::FAMILY.read)(Source::unnamed(sample.text, 0)).view(&ask));
            bencher.iter(|| {
                view.as_ref().map(|view| {
                    view.line.paint(&Paint { color: true, width: Some(width), ..Paint::default() })
                })
            });
        });
    }
}

criterion_group!(benches, line, scene, fit);
criterion_main!(benches);
