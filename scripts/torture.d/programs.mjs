// The programs that are tested: ours, and the peers that can be installed by package name.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const { STATELINE, PEERS = '' } = process.env;

const inPackages = (...parts) => path.join(PEERS, 'node_modules', ...parts);

const versionOf = (name) => JSON.parse(readFileSync(inPackages(name, 'package.json'), 'utf8')).version;

/** The last word of the first line that a program prints for its version. */
const versionSaid = (program) => execFileSync(program, ['--version'], { encoding: 'utf8' }).split('\n')[0].split(' ').at(-1);

/** Every peer: its package, and how Claude Code should call it according to its documentation. */
const KNOWN = [
  { name: 'GSD hook', package: '@opengsd/gsd-core', readsState: true, command: () => [process.execPath, inPackages('@opengsd/gsd-core/hooks/gsd-statusline.js')] },
  { name: 'ccstatusline', package: 'ccstatusline', command: () => [process.execPath, inPackages('.bin/ccstatusline')] },
  { name: 'ccusage', package: 'ccusage', command: () => [process.execPath, inPackages('.bin/ccusage'), 'statusline', '--offline'] },
  // Its script looks for the program where npm no longer puts it.
  { name: 'CCometixLine', package: '@cometix/ccline', command: () => [inPackages(`@cometix/ccline-linux-${process.arch}/ccline`)] },
  { name: 'starship', binary: path.join(PEERS, 'bin/starship'), command: () => [path.join(PEERS, 'bin/starship'), 'statusline', 'claude-code'] },
  {
    name: 'cship',
    binary: path.join(PEERS, 'bin/cship'),
    command: (lab) => {
      // It shows nothing by itself.
      lab.file('cship.toml', '[cship]\nlines = ["$cship.model $cship.cost $cship.context_bar"]\n');
      return [path.join(PEERS, 'bin/cship'), '--config', lab.at('cship.toml')];
    },
  },
];

/** Returns ours, and the peers that are installed. */
export function programs() {
  const ours = { name: 'stateline', version: versionSaid(STATELINE), isOurs: true, readsState: true, command: () => [STATELINE] };
  const peers = KNOWN.filter((peer) => existsSync(peer.binary ?? inPackages(peer.package)));
  return [ours, ...peers.map((peer) => ({ ...peer, version: peer.binary ? versionSaid(peer.binary) : versionOf(peer.package) }))];
}
