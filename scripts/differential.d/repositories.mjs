// Real git repositories for the trees: every state that `git status` counts, and commits for a
// state file to be stamped with.

import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const CHANGES = ['staged', 'staged', 'unstaged', 'unstaged', 'untracked', 'untracked', 'untracked folder', 'renamed', 'deleted', 'staged deletion', 'staged, then edited', 'intended', 'ignored', 'mode'];

/** A plan of a repository at `dir`; `build` carries it out. */
export function repository(random, dir, commits) {
  const kind = random.weighted([[24, 'usual'], [2, 'unborn'], [3, 'detached'], [3, 'conflict'], [3, 'worktree'], [1, 'empty .git'], [1, 'none']]);
  const clean = random.chance(0.2);
  return {
    dir, kind, clean, commits,
    branch: random.pick(['main', 'main', 'feature/x', 'fix-#12', '日本', 'a.b', 'v1', 'x'.repeat(60), 'nb\u00a0', '+1']),
    merged: random.chance(0.25),
    upstream: random.weighted([[4, null], [4, { ahead: random.between(0, 4), behind: random.between(0, 4) }], [1, 'gone'], [1, 'local']]),
    changes: clean || random.chance(0.1) ? [] : random.times(1, 6, () => random.pick(CHANGES)),
    untracked: random.mostly(null, ['no', 'all'], 0.1),
  };
}

/** A `state_head` line; `build` puts the commit it names in place of `@STAMP…@`. */
export function stamp(random) {
  const from = random.weighted([[5, `back ${random.between(0, 30)}`], [7, `back ${random.between(20, 30)}`], [3, 'back 20'], [1, 'back 19'], [1, 'side']]);
  const length = random.weighted([[10, 40], [8, 7], [2, 12], [1, 4], [1, 3], [1, 41]]);
  const hash = random.mostly(`@STAMP ${from} ${length}@`, ['deadbeef', '0000000', 'HEAD', 'null', '', 'main', `@STAMP ${from} ${length}@x`, '--all', '@STAMP upper 40@'], 0.15);
  return `state_head: ${random.mostly(hash, [`"${hash}"`, `"${hash}"`, `'${hash}'`, `"${hash} "`, `${hash} # note`], 0.4)}`;
}

// The hash of a commit must not depend on the user's settings or the clock.
const SETTINGS = {
  GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_AUTHOR_NAME: 'T', GIT_AUTHOR_EMAIL: 't@example.invalid', GIT_COMMITTER_NAME: 'T', GIT_COMMITTER_EMAIL: 't@example.invalid',
  GIT_AUTHOR_DATE: '1700000000 +0000', GIT_COMMITTER_DATE: '1700000000 +0000',
};

async function git(dir, ...args) {
  const { stdout } = await run('git', ['-C', dir, ...args], { env: { PATH: process.env.PATH, ...SETTINGS } });
  return stdout.trim();
}

/** Makes the repository below `root` and returns what turns `@STAMP…@` into commits. */
export async function build(root, plan) {
  const dir = path.join(root, plan.dir);
  const noStamps = (text) => text.replace(/@STAMP [^@]*@/g, '0123456');
  if (plan.kind === 'none') return noStamps;
  await mkdir(dir, { recursive: true });
  if (plan.kind === 'empty .git') {
    await mkdir(path.join(dir, '.git'));
    return noStamps;
  }
  const home = plan.kind === 'worktree' ? `${dir}.origin` : dir;
  await mkdir(home, { recursive: true });
  await git(home, 'init', '-q');
  await git(home, 'symbolic-ref', 'HEAD', `refs/heads/${plan.branch}`);
  if (plan.kind === 'unborn') {
    await change(dir, plan.changes.filter((name) => name.startsWith('untracked') || name === 'staged'));
    return noStamps;
  }
  await history(home, plan);
  const commits = await named(home, plan);
  if (plan.kind === 'worktree') {
    await git(home, 'checkout', '-q', '--detach');
    await rm(dir, { recursive: true });
    await git(home, 'worktree', 'add', '-q', dir, plan.branch);
  } else {
    await git(dir, 'reset', '-q', '--hard');
  }
  await disturb(dir, plan);
  return (text) => text.replace(/@STAMP (\w+) ?(\d*) (\d+)@/g, (_, from, back, length) => commits(from, Number(back)).slice(0, Number(length)).padEnd(Number(length) === 41 ? 41 : 0, '0'));
}

/** Makes the commits with one import: dozens of `git commit` for every tree would take most of the time. */
async function history(dir, { branch, commits, merged, upstream }) {
  const stream = [];
  let mark = 0;
  const commit = (ref, file, text, extra = []) => {
    mark += 1;
    const lines = [`commit ${ref}`, `mark :${mark}`, `committer T <t@example.invalid> ${1700000000 + mark} +0000`, `data ${Buffer.byteLength(`c${mark}`)}`, `c${mark}`, ...extra];
    stream.push(...lines, `M 100644 inline ${file}`, `data ${Buffer.byteLength(text)}`, text);
    return mark;
  };
  const main = `refs/heads/${branch}`;
  const marks = [];
  for (let count = 0; count < commits; count += 1) marks.push(commit(main, count === 0 ? 'shared.txt' : `file-${count % 7}.txt`, `text ${count}\n`.repeat(3)));
  const fork = marks[Math.floor(commits / 2)];
  const side = commit('refs/heads/side', 'shared.txt', 'side\n', [`from :${fork}`]);
  const tip = commit(main, 'shared.txt', 'main\n', [`from :${marks.at(-1)}`]);
  if (merged) commit(main, 'shared.txt', 'merged\n', [`from :${tip}`, `merge :${side}`]);
  if (upstream?.ahead !== undefined) {
    const base = marks.at(-1 - Math.min(upstream.ahead, marks.length - 1));
    stream.push('reset refs/remotes/origin/up', `from :${base}`, '');
    for (let count = 0; count < upstream.behind; count += 1) commit('refs/remotes/origin/up', 'up.txt', `up ${count}\n`);
  }
  const importing = run('git', ['-C', dir, 'fast-import', '--quiet', '--force'], { env: { PATH: process.env.PATH, ...SETTINGS } });
  importing.child.stdin.end(`${stream.join('\n')}\n`);
  await importing;
  if (upstream) await follow(dir, branch, upstream);
}

async function follow(dir, branch, upstream) {
  const local = upstream === 'local';
  await git(dir, 'config', 'remote.origin.url', '/nonexistent');
  await git(dir, 'config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*');
  await git(dir, 'config', `branch.${branch}.remote`, local ? '.' : 'origin');
  await git(dir, 'config', `branch.${branch}.merge`, local ? 'refs/heads/side' : `refs/heads/${upstream === 'gone' ? 'gone' : 'up'}`);
}

async function named(dir, { branch }) {
  const line = (await git(dir, 'rev-list', '--first-parent', `refs/heads/${branch}`)).split('\n');
  const side = await git(dir, 'rev-parse', 'refs/heads/side');
  return (from, back) => {
    if (from === 'side') return side;
    if (from === 'upper') return line.at(-1).toUpperCase();
    return line[Math.min(back, line.length - 1)];
  };
}

/** Leaves the working tree as the plan says: detached, in conflict, with changes. */
async function disturb(dir, plan) {
  if (plan.untracked) await git(dir, 'config', 'status.showUntrackedFiles', plan.untracked);
  if (plan.kind === 'detached') await git(dir, 'checkout', '-q', '--detach', 'HEAD~0');
  // The merge fails on purpose.
  if (plan.kind === 'conflict') await git(dir, 'merge', '-q', 'side').catch(() => {});
  await change(dir, plan.changes);
  // With the tree's own files committed or ignored, a repository can be clean.
  if (plan.clean) await writeFile(path.join(await git(dir, 'rev-parse', '--path-format=absolute', '--git-common-dir'), 'info', 'exclude'), '*\n');
}

async function change(dir, changes) {
  const write = async (name, text = `${name}\n`) => {
    await mkdir(path.dirname(path.join(dir, name)), { recursive: true });
    await writeFile(path.join(dir, name), text);
  };
  const tracked = (await git(dir, 'ls-files', 'file-*.txt')).split('\n').filter(Boolean);
  for (const [index, kind] of changes.entries()) {
    const name = `${kind} ${index}.txt`;
    const old = tracked.pop();
    if (kind === 'staged' || kind === 'staged, then edited' || kind === 'intended') await write(name);
    if (kind.startsWith('staged') && kind !== 'staged deletion') await git(dir, 'add', name);
    if (kind === 'staged, then edited') await write(name, 'edited\n');
    if (kind === 'intended') await git(dir, 'add', '-N', name);
    if (kind === 'untracked') await write(name);
    if (kind === 'untracked folder') await Promise.all([write(`folder ${index}/a`), write(`folder ${index}/b`)]);
    if (kind === 'ignored') await write('.gitignore', '*.log\n').then(() => write('x.log'));
    if (!old) continue;
    if (kind === 'unstaged') await write(old, 'edited\n');
    if (kind === 'renamed') await git(dir, 'mv', old, `renamed ${index}.txt`);
    if (kind === 'deleted') await rm(path.join(dir, old));
    if (kind === 'staged deletion') await git(dir, 'rm', '-q', old);
    if (kind === 'mode') await git(dir, 'update-index', '--chmod=+x', old);
  }
}
