#!/usr/bin/env node
// Runs the program of this platform with the same arguments, and ends as it ends.
//
// A status line should not start node each time: `stateline install` writes the path of the program itself into a
// host's settings, so this file runs only when a person types `stateline`.
'use strict';

const { spawn } = require('node:child_process');
const { constants } = require('node:os');

const name = `@stateline/${process.platform}-${process.arch}`;
const file = process.platform === 'win32' ? 'stateline.exe' : 'stateline';

let program;
try {
  program = require.resolve(`${name}/bin/${file}`);
} catch {
  console.error(
    `stateline: the package \`${name}\` is not installed. ` +
      'If this platform is supported, install again without `--omit=optional` or `--no-optional`; ' +
      'if it is not, `cargo install stateline` builds the program from source.',
  );
  process.exit(1);
}

const child = spawn(program, process.argv.slice(2), { stdio: 'inherit' });

// A terminal sends these to the program too; it decides what to do, and node must live until it ends.
for (const signal of ['SIGINT', 'SIGQUIT', 'SIGTSTP']) process.on(signal, () => {});
// These reach only node, so hand them on.
for (const signal of ['SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGWINCH', 'SIGCONT']) {
  try {
    process.on(signal, () => child.kill(signal));
  } catch {
    // Windows does not have all of them.
  }
}

child.on('error', (error) => {
  console.error(`stateline: cannot run \`${program}\`: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code, signal) => {
  if (signal === null) process.exit(code);
  // End by the same signal, so that a shell reports it as usual.
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  setTimeout(() => process.exit(128 + (constants.signals[signal] ?? 0)), 100);
});
