import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { scratch } from './machines.ts';

export type Daemon = {
  name: string;
  kill: (signal: NodeJS.Signals) => void;
  /** How often it was started. */
  starts: () => number;
  /** The end of what it has said. */
  said: () => Promise<string>;
};

// As systemd does with Restart=always and RestartSec=1.
const restMs = 1_000;
const shown = 3_000;

/** Started again whenever it ends: no test starts anything by hand. It ends with the namespace that all of this is in. */
export function keepRunning(
  name: string,
  command: string[],
  env: Record<string, string> = {},
): Daemon {
  const [program = '', ...options] = command;
  const log = join(scratch, 'logs', name);
  const out = openSync(log, 'a');
  const { PATH = '' } = process.env;
  let child: ChildProcess;
  let starts = 0;
  const start = (): void => {
    starts += 1;
    child = spawn(program, options, {
      env: { PATH, LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', out, out],
      cwd: '/',
    });
    child.once('exit', async () => {
      await sleep(restMs);
      start();
    });
  };
  start();
  return {
    name,
    kill: (signal) => void child.kill(signal),
    starts: () => starts,
    said: async () => (await readFile(log, 'utf8')).slice(-shown),
  };
}
