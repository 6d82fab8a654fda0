// What a host sends on stdin and sets in the environment. Fields may be missing, null, or of another
// type where a host could plausibly send that; what makes the hook print NaN is not plausible. Hosts
// that send the model as a plain string are left out: stateline shows it, the hook does not.

const MODELS = [
  'Opus 4.6', 'Sonnet 4.5 (1M context)', 'Sonnet 5 (500K Context)', 'Claude (200k ctx)', 'X (a) (1M context)', 'X(1M CONTEXT)', 'X  (1M   context)', 'X (1M context) beta',
  'X ( context)', 'X (context)', 'X (1M\u00a0context)', 'X\u3000(\u30001M\u2003ctx)', 'X ((1M context)', 'X (1M context))', 'X (1M contexts)', '(1M context)', 'X (big 1M ctx)',
  '日本モデル', '🚀 (2M context)', 'claude-opus-4-6[1m]', ' ', 'a │ b', 'X (1M context) ', 'X (1M ctx context)', 'X (1M ctx) (2M ctx)',
];

const REMAINING = [0, 1, 5, 16, 16.4, 16.5, 16.6, 17, 20, 33.3, 37.375, 42, 45.7, 46.225, 50, 58.25, 58.2575, 66, 70, 83, 83.5, 99, 99.5, 99.9999, 100, 101, 150, -1, -20.5, 1e-7, 33.333333333333336];

const SESSIONS = ['abc123', '9f1c2d3e-aaaa-bbbb-cccc-1234567890ab', 'x..y', '../evil', 'a/b', 'a\\b', 'a b', 'Größe', '日本', '.', 'a.b', '-x', 'x'.repeat(300), "it's"];

// The hook prints these with toFixed(1) and Math.round, where halves and their nearest doubles decide.
const TOKENS = [
  0, 1, 499, 500, 999, 1000, 1499, 1500, 2500, 12000, 156342, 999499, 999500, 999999, 1000000, 1049999, 1050000, 1150000, 1250000, 1350000, 1450000, 1550000, 1650000, 1750000,
  1850000, 1950000, 2250000, 2350000, 12345678, 999950000, 1e9, 0.5, 999.5, 1234.5, -5, '12000', '', '1250000', null, 'n/a',
];

const AUTO_COMPACT = ['400000', '1000000', '160000', '0', '200001', '150000abc', 'abc', '', ' 200000', '+300000', '-5', '1', '2e5', '0x30d40', '99999999999999999999', '250000.9', '\u00a0500000', '00300000'];

/** The payload; a `steady` one always has a directory, so that what the tree tests can be seen. */
export function payload(random, { currentDir, transcript, steady }) {
  const data = {};
  const put = (key, value) => { if (value !== undefined) data[key] = value; };
  put('session_id', random.weighted([[12, random.pick(SESSIONS)], [6, 'abc123'], [2, undefined], [1, null], [1, ''], [0.5, 7]]));
  put('transcript_path', transcript);
  put('model', random.weighted([[30, { id: 'claude-x', display_name: random.pick(MODELS) }], [1, undefined], [1, null], [1, {}], [1, { display_name: random.pick([null, '', 5, 0]) }]]));
  put('workspace', random.weighted([[steady ? 200 : 20, { current_dir: currentDir, project_dir: currentDir }], [2, { current_dir: currentDir, added_dirs: [] }], [1, undefined], [1, null], [1, {}], [1, { current_dir: random.pick([null, '']) }]]));
  put('context_window', contextWindow(random));
  // Where the workspace names no directory, stateline takes `cwd` and the hook its own: deliberate.
  if (data.workspace?.current_dir) data.cwd = currentDir;
  if (random.chance(0.5)) Object.assign(data, { version: '2.1.80', output_style: { name: 'default' }, exceeds_200k_tokens: false, cost: { total_cost_usd: 0.01234, total_duration_ms: 45000, total_lines_added: 156 } });
  if (random.chance(0.1)) Object.assign(data, { hook_event_name: 'Status', extra: [[1e300, -0.5, { a: [null, true, 'é"\\\n'] }]], rate_limits: { five_hour: { used_percentage: 23.5, resets_at: 1738425600 } }, vim: { mode: 'NORMAL' } });
  return random.chance(0.2) ? Object.fromEntries(random.shuffled(Object.entries(data))) : data;
}

function contextWindow(random) {
  if (random.chance(0.12)) return random.pick([undefined, null, {}, 'large', []]);
  const context = {};
  const remaining = random.weighted([[8, random.pick(REMAINING)], [5, random.below(1001) / 10], [1, String(random.below(100))], [1, null], [1, undefined]]);
  if (remaining !== undefined) context.remaining_percentage = remaining;
  if (random.chance(0.6)) context.total_tokens = random.pick([200000, 200000, 1000000, 500000, 0, null, '200000', 123457]);
  if (random.chance(0.5)) context.context_window_size = random.pick([200000, 1000000]);
  if (random.chance(0.5)) context.used_percentage = random.below(101);
  if (random.chance(0.8)) context.current_usage = usage(random);
  return context;
}

function usage(random) {
  if (random.chance(0.12)) return random.pick([null, {}, [], 5, '12000', { input_tokens: null }]);
  const counts = { input_tokens: random.pick(TOKENS) };
  for (const key of ['cache_creation_input_tokens', 'cache_read_input_tokens', 'output_tokens']) {
    if (random.chance(0.3)) counts[key] = random.pick(TOKENS);
  }
  return counts;
}

/** The JSON as bytes: hosts differ in blanks and escapes, which must not matter. */
export function spelled(random, data) {
  const text = random.chance(0.15) ? JSON.stringify(data, null, random.pick([1, 2, '\t'])) : JSON.stringify(data);
  if (random.chance(0.15)) return text.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return random.mostly(text, [`${text}\n`, ` ${text}`, `\r\n\t${text} \n\n`], 0.3);
}

/** Input on which the hook throws and prints nothing; stateline must still exit with 0. */
export const UNUSABLE_STDIN = ['', '{', 'null', 'not json', '{"model":', '\ufeff{}', '{} {}', "{'a': 1}", '{"workspace":{"current_dir":5}}', '{"session_id":{}}x'];

/** Adds the variables that the hook reads; never both of the two sources that SPEC allows for the window's size. */
export function environment(random, data) {
  const env = {};
  if (random.chance(0.35)) {
    env.CLAUDE_CODE_AUTO_COMPACT_WINDOW = random.pick(AUTO_COMPACT);
    delete data.context_window?.context_window_size;
  }
  return env;
}
