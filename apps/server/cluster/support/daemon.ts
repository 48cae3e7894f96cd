import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { scratchDirectory } from './machines.ts';

export type Daemon = {
  name: string;
  kill: (signal: NodeJS.Signals) => void;
  starts: () => number;
  /** End of its output. */
  readOutput: () => Promise<string>;
};

// Like systemd with Restart=always and RestartSec=1.
const restMs = 1_000;
const shown = 3_000;

/**
 * Restarts a process whenever it exits, so no test starts anything by hand. Ends with the
 * namespace.
 */
export function keepRunning(
  name: string,
  command: string[],
  env: Record<string, string> = {},
): Daemon {
  const [program = '', ...options] = command;
  const log = join(scratchDirectory, 'logs', name);
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
    readOutput: async () => (await readFile(log, 'utf8')).slice(-shown),
  };
}
