// Makes whole trees: a home, a temporary folder and a project, with what the host sends and sets.
// A tree is plain JSON, as in conformance/hook.jsonl; `@ROOT@` is the directory where it is built.

import { Random } from './random.mjs';
import { ordinary, treeText } from './texts.mjs';
import { UNUSABLE_STDIN, environment, payload, spelled } from './payload.mjs';
import { repository, stamp } from './repositories.mjs';

const THEMES = ['plain', 'git', 'git', 'freshness', 'freshness', 'workstreams', 'workstreams', 'todos', 'transcript', 'depth', 'config'];

// Each alone, or the first that gives a name; after them the hook looks at TTY and SSH_TTY.
const SESSION_VARIABLES = [
  'GSD_SESSION_KEY', 'CODEX_THREAD_ID', 'CLAUDE_SESSION_ID', 'CLAUDE_CODE_SESSION_ID', 'CLAUDE_CODE_SSE_PORT', 'OPENCODE_SESSION_ID', 'GEMINI_SESSION_ID',
  'CURSOR_SESSION_ID', 'WINDSURF_SESSION_ID', 'TERM_SESSION_ID', 'WT_SESSION', 'TMUX_PANE', 'ZELLIJ_SESSION_NAME', 'TTY', 'SSH_TTY',
];

const DIRECTORIES = ['app', 'a', 'src', 'deep', 'Größe', '日本', 'a b', '🚀', "it's", '.hidden', '-dash', '$HOME', 'x │ y', '[x]', 'name.with.dots', 'a%b', '@scope'];

/**
 * Tree `index`. A `portable` one can be a line of hook.jsonl: files and JSON alone, no git, no links,
 * no times, nothing whose name depends on where the tree is built.
 */
export function tree(seed, index, { portable = false } = {}) {
  const random = new Random(seed, portable ? 'vector' : 'tree', index);
  const theme = random.pick(portable ? ['plain', 'workstreams', 'todos', 'transcript', 'depth', 'config'] : THEMES);
  const made = { theme, files: {}, env: {}, links: {}, pointers: [], times: {}, git: null, portable };
  const project = places(random, made, theme);
  planning(random, made, project, theme);
  if (random.chance(theme === 'depth' ? 0.5 : 0.12)) planning(random, made, nested(random, made, project), 'plain');
  const data = payload(random, { currentDir: spelledDir(random, made, theme), transcript: transcript(random, made, theme), steady: !['plain', 'config', 'todos'].includes(theme) });
  Object.assign(made.env, environment(random, data));
  homes(random, made, theme, data.session_id);
  made.stdin = data;
  made.stdinText = !portable && random.chance(0.03) ? random.pick(UNUSABLE_STDIN) : spelled(random, data);
  // Only now: the stamp in a state file is a commit of this repository.
  if (theme === 'git') made.git = repository(random, random.mostly(project, [made.currentDir, 'work'], 0.15), random.between(1, 10));
  if (theme === 'freshness') made.git = repository(random, random.mostly(project, ['work'], 0.05), random.between(15, 40));
  return made;
}

/** Chooses the directories of the state and of the host, at most ten directories apart. */
function places(random, made, theme) {
  const above = random.weighted([[6, []], [2, [random.pick(DIRECTORIES)]], [1, ['a', 'b', 'c']]]);
  const top = random.weighted([[8, 'work'], [1, 'home'], [1, 'home/proj']]);
  const project = [top, ...above].join('/');
  const levels = theme === 'depth' ? random.between(0, 12) : random.weighted([[10, 0], [4, 1], [3, 2], [1, theme === 'plain' ? 10 : 3]]);
  const below = Array.from({ length: levels }, (_, level) => (random.chance(0.3) ? random.pick(DIRECTORIES) : `d${level}`));
  made.currentDir = random.chance(theme === 'depth' || theme === 'plain' ? 0.06 : 0) ? project.split('/').slice(0, -1).join('/') || 'work' : [project, ...below].join('/');
  if (random.chance(0.95)) made.files[`${made.currentDir}/.keep`] = '';
  // A home on the way up stops the walk; one with a slash at its end is no directory the walk meets.
  if (random.chance(theme === 'depth' ? 0.3 : 0.06)) made.env.HOME = `@ROOT@/${random.pick([project, made.currentDir, 'work', 'home/'])}`;
  if (!made.portable && random.chance(0.06) && made.currentDir.startsWith('work/')) {
    made.links['link'] = made.currentDir.split('/').slice(0, 2).join('/');
    made.currentDir = ['link', ...made.currentDir.split('/').slice(2)].join('/');
  }
  return project;
}

/** A directory between the host's and the project's, for a second, nearer state. */
function nested(random, made, project) {
  const inside = made.currentDir.startsWith(`${project}/`) ? made.currentDir.slice(project.length + 1).split('/') : [];
  return [project, ...inside.slice(0, random.between(0, inside.length))].join('/');
}

// Not with `/.` after it: the hook counts that as one more of the ten directories, stateline does not.
// Not the root itself: it has no name, and there stateline leaves out the segment, the hook a hole.
function spelledDir(random, made, theme) {
  const dir = `@ROOT@/${made.currentDir}`;
  if (random.chance(theme === 'depth' ? 0.85 : 0.96)) return dir;
  return random.pick([`${dir}/`, `${dir}//`, `${dir}/..`, dir.replaceAll('/work', '//work'), `${dir}/gone`, '.', 'app', './app/', `${dir}/../${made.currentDir.split('/').pop()}`]);
}

/** Adds a file unless its path is taken, or is a folder's, or leads through a file. */
function set(files, path, text) {
  const clash = (other) => other === path || other.startsWith(`${path}/`) || path.startsWith(`${other}/`);
  if (!Object.keys(files).some(clash)) files[path] = text;
}

function planning(random, made, dir, theme) {
  const base = `${dir}/.planning`;
  const workstreams = random.chance(theme === 'workstreams' ? 0.95 : 0.15);
  if (random.chance(workstreams && theme === 'workstreams' ? 0.1 : 0.9)) set(made.files, `${base}/STATE.md`, stateOf(random, theme));
  // A directory in the file's place, which exists and cannot be read.
  else if (random.chance(0.1)) set(made.files, `${base}/STATE.md/x`, '');
  if (workstreams) workstreamsOf(random, made, dir, theme);
  if (random.chance(WANTED[theme] ? 0.97 : 0.8)) set(made.files, random.mostly(`${base}/config.json`, [`${base}/config.json/x`], theme === 'config' ? 0.06 : 0), configuration(random, theme));
}

function stateOf(random, theme) {
  // How far a state is behind is only shown with a state that can be read.
  const text = theme === 'freshness' && random.chance(0.8) ? ordinary(random) : treeText(random);
  return theme === 'freshness' && random.chance(0.95) ? text.replace(/^---\r?\n/, (open) => `${open}${stamp(random)}\n`) : text;
}

const OPTIONS = {
  show_last_command: [true, true, false, 'yes', 1, null], context_position: ['front', 'front', 'end', 'banana', null, true], state_format: ['compact', 'compact', 'full', 'x', null],
  show_context_tokens: [true, true, false, 'true', 1], show_git: [true, true, false, 'true', null], show_state_freshness: [true, true, false, 1, null],
};
const WANTED = { git: 'show_git', freshness: 'show_state_freshness', transcript: 'show_last_command' };

function configuration(random, theme) {
  if (random.chance(theme === 'config' ? 0.2 : 0.04)) return random.pick(['', '{', 'null', '0', '"x"', 'true', '[]', '[1]', '{"statusline":', '\ufeff{"statusline.context_position":"front"}', '{"statusline.context_position":"front",}', '{"statusline":{"context_position":"front"}} // no', ' \n{"statusline.context_position":"front"}\n', '{"statusline.context_position":"end","statusline.context_position":"front"}']);
  const flat = {};
  const nestedOptions = {};
  for (const [name, values] of Object.entries(OPTIONS)) {
    if (name === WANTED[theme] && random.chance(0.92)) nestedOptions[name] = true;
    else if (random.chance(0.4)) (random.chance(0.5) ? flat : nestedOptions)[name] = random.pick(values);
    if (random.chance(0.04)) flat[name] = random.pick(values);
  }
  const config = { mode: 'yolo', ...Object.fromEntries(Object.entries(flat).map(([name, value]) => [`statusline.${name}`, value])) };
  if (Object.keys(nestedOptions).length > 0 || random.chance(0.2)) config.statusline = random.mostly(nestedOptions, [null, 'x', [], 5], theme === 'config' ? 0.1 : 0);
  if (random.chance(0.1)) Object.assign(config, random.pick([{ sub_repos: ['x'] }, { sub_repos: [] }, { sub_repos: 'x' }, { planning: { sub_repos: ['x'] } }, { planning: { sub_repos: [] }, sub_repos: ['x'] }, { planning: { sub_repos: null }, sub_repos: ['x'] }, { 'planning.sub_repos': ['x'] }]));
  return random.chance(0.3) ? JSON.stringify(config, null, 2) : JSON.stringify(config);
}

const POINTERS = ['alpha', '  beta.2  \n', 'missing\n', '../../etc\n', '\n', '', '  ', '\ufeffalpha\n', 'al pha', '.', 'ALPHA', 'x/y', 'alpha\nbeta.2', '\u00a0alpha\u3000', '-x', 'file'];

const pointer = (random) => random.mostly(random.pick(['alpha\n', 'beta.2\n']), POINTERS, 0.4);

function workstreamsOf(random, made, dir, theme) {
  const base = `${dir}/.planning/workstreams`;
  const folders = random.weighted([[8, ['alpha', 'beta.2']], [2, ['alpha']], [1, []], [1, ['_odd', 'beta.2', '-x', 'a b']]]);
  for (const name of folders) set(made.files, random.mostly(`${base}/${name}/STATE.md`, [`${base}/${name}/other.md`, `${base}/${name}/STATE.md/x`], 0.15), stateOf(random, theme));
  if (random.chance(0.2)) set(made.files, `${base}/file`, 'not a workstream');
  if (!made.portable && random.chance(0.1)) made.links[`${base}/linked`] = random.pick([dir, 'nowhere']);
  if (random.chance(0.6)) set(made.files, random.mostly(`${dir}/.planning/active-workstream`, [`${dir}/.planning/active-workstream/x`], 0.03), pointer(random));
  if (random.chance(0.3)) made.env.GSD_WORKSTREAM = random.mostly('alpha', ['alpha', ' alpha ', 'beta.2', 'missing', '../x', 'a/b', '.', '', '  ', '-x', '_odd', 'al pha', 'é', 'a..b', 'linked', '\ufeffalpha'], 0.6);
  if (random.chance(0.15)) {
    made.env.GSD_PROJECT = random.pick(['proj', 'proj', '', '../x', 'a/b', '.', ' proj']);
    set(made.files, `${dir}/.planning/proj/workstreams/alpha/STATE.md`, treeText(random));
  }
  if (random.chance(0.6)) sessionPointers(random, made, dir);
}

const SESSION_VALUES = ['abc', 'A-1.b_c', '%3', 'a b/c', '/dev/pts/3', 'dev/ttys001', '  x  ', '___', '', ' ', '日本', 'é-1', '_x_', '2024:01', 'k'.repeat(200), '..', 'dev_x'];

/** Sets session variables and, unless the tree is portable, the pointer that the first usable one names. */
function sessionPointers(random, made, dir) {
  const names = random.shuffled(SESSION_VARIABLES).slice(0, random.weighted([[6, 1], [2, 2], [1, 4]]));
  for (const name of names) made.env[name] = random.pick(SESSION_VALUES);
  if (made.portable || random.chance(0.25)) return;
  const key = sessionKey(made.env);
  if (key) made.pointers.push({ planning: `${dir}/.planning`, key, text: pointer(random) });
}

/** The name of a session's pointer: variable and value, reduced to what a file name may hold. */
export function sessionKey(env) {
  for (const name of SESSION_VARIABLES) {
    const value = (env[name] ?? '').trim().replace(/[^\w.-]+/g, '_').replace(/^_+|_+$/g, '').slice(0, 160);
    if (!value) continue;
    return name.endsWith('TTY') ? `tty-${value.replace(/^dev_/, '')}` : `${name.toLowerCase().replaceAll('_', '-')}-${value}`;
  }
  return null;
}

const COMMAND_NAMES = [
  '/gsd-plan-phase', '/gsd:progress', 'clear', '/plugin:skill', ' /x ', '\\n/x\\n', '//x', '/', '', '/bad name', '/é', '/日本🚀', '/a"b', "/a'b", '/a<b', '/a>b', '/a\u00a0b', '\u00a0/x\u3000', '\ufeff/x', `/${'x'.repeat(79)}`, `/${'x'.repeat(80)}`, `/${'x'.repeat(81)}`,
  `/${'🚀'.repeat(40)}`, `/${'🚀'.repeat(41)}`, '/a\u0085b', '/a\\b', '/\u200b',
];

function transcript(random, made, theme) {
  if (random.chance(theme === 'transcript' ? 0.05 : 0.4)) return random.pick([undefined, undefined, null, '', '@ROOT@/gone.jsonl', '@ROOT@/work', 5]);
  const line = (content) => `{"type":"user","message":{"content":"${content}"}}\n`;
  const tag = () => `<command-name>${random.mostly(random.pick(['/gsd-plan-phase', '/gsd:progress', '/clear']), COMMAND_NAMES, 0.6)}</command-name>`;
  const pieces = random.times(theme === 'transcript' ? 1 : 0, 4, () => random.weighted([
    [9, () => line(`${tag()}<command-args>x</command-args>`)], [2, () => line('hello')], [1, () => line('<command-name>/open')], [1, () => line('close</command-name>')],
    [1, () => line(`<command-name>/outer${tag()}`)], [1, () => line('é@PAD@')], [1, () => line(tag() + tag())], [1, () => line('<command-name></command-name>')], [1, () => '日'.repeat(random.between(1, 4))],
  ])());
  made.files['t.jsonl'] = pieces.join('');
  return random.mostly('@ROOT@/t.jsonl', ['../t.jsonl'], 0.05);
}

/** The user's own folder: todos, and the cache of the update check. */
function homes(random, made, theme, session) {
  if (random.chance(0.3)) made.env.CLAUDE_CONFIG_DIR = random.mostly('@ROOT@/cfgdir', ['', '@ROOT@/cfgdir/', '@ROOT@/gone', '../cfgdir'], 0.3);
  const claude = made.env.CLAUDE_CONFIG_DIR?.includes('cfgdir') && random.chance(0.8) ? 'cfgdir' : `${homeOf(made)}/.claude`;
  if (random.chance(theme === 'todos' ? 0.95 : 0.2)) todos(random, made, `${claude}/todos`, session);
  if (random.chance(0.35)) set(made.files, `${homeOf(made)}/.cache/gsd/gsd-update-check-opengsd-gsd-core.json`, updateCache(random));
  if (random.chance(0.1) && /^\w{1,99}$/.test(session ?? '')) set(made.files, random.mostly(`tmp/claude-ctx-${session}.json`, [`tmp/claude-ctx-${session}.json/x`], made.portable ? 0 : 0.2), '{"session_id":"old"}');
}

const homeOf = (made) => (made.env.HOME ?? '@ROOT@/home').replace('@ROOT@/', '').replace(/\/$/, '');

const TODOS = [
  '[{"content":"a","status":"completed","activeForm":"Doing A"},{"content":"b","status":"in_progress","activeForm":"Doing B"}]',
  '[{"status":"in_progress","activeForm":"First"},{"status":"in_progress","activeForm":"Second"}]', '[{"status":"pending","activeForm":"Doing A"}]', '[{"status":"in_progress"}]',
  '[{"status":"in_progress","activeForm":""}]', '[{"status":"in_progress","activeForm":null}]', '[{"status":"in_progress","activeForm":5}]', 
  '[{"status":"in_progress","activeForm":"日本 🚀 · é"}]', '[]', '{}', 'null', '[', '', '"x"', '[null,{"status":"in_progress","activeForm":"After null"}]', '[{"status":"in_progress","activeForm":"Before null"},null]',
  '["x",5,{"status":"in_progress","activeForm":"After others"}]', '[{"activeForm":"x","status":"IN_PROGRESS"}]', '\ufeff[{"status":"in_progress","activeForm":"BOM"}]', '[{"status":"in_progress","activeForm":"\\u0041\\ud83d\\ude80"}]',
];

function todos(random, made, folder, session) {
  const owner = typeof session === 'string' && /^[^/\\]{1,100}$/.test(session) ? session : String(session ?? 'abc123').replace(/[/\\]/g, '_').slice(0, 100);
  const names = [`${owner}-agent-${owner}.json`, `${owner}-agent-2.json`, `${owner}x-agent-3.json`, `other-agent-${owner}.json`, `${owner}.json`, `${owner}-agent-4.txt`, `${owner}-agent-.json`];
  const count = made.portable ? 1 : random.between(1, 4);
  for (const name of [names[0], ...random.shuffled(names.slice(1))].slice(0, count)) {
    set(made.files, random.mostly(`${folder}/${name}`, [`${folder}/${name}/x`], made.portable ? 0 : 0.03), random.pick(TODOS));
    if (!made.portable) made.times[`${folder}/${name}`] = 1700000000 + random.between(0, 3);
  }
}

const VERSIONS = ['1.14.0', '1.13.9', '1.9.9', '1.10.0', '2.0.0', 'v1.14.1', '1.14', '1', '', 'unknown', null, 1.5, '1.14.0-rc.1', '1.14.0+x', ' 1.15.0 ', 'x.y.z', '1.14.0.9', '01.14.0', 'vv1', '1.14.10abc'];

function updateCache(random) {
  if (random.chance(0.08)) return random.pick(['', '{', 'null', '[]', '0', '"x"']);
  const cache = { package_name: random.mostly('@opengsd/gsd-core', ['other', null, ''], 0.15), update_available: random.pick([true, true, false, 1, 0, 'yes', '', null, [], {}]) };
  if (random.chance(0.7)) cache.stale_hooks = random.pick([['x'], ['x', 'y'], [], 'x', '', null, {}, 5]);
  if (random.chance(0.8)) cache.installed = random.pick(VERSIONS);
  if (random.chance(0.8)) cache.latest = random.pick(VERSIONS);
  return JSON.stringify(cache);
}
