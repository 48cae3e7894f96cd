import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Identity } from './identity.ts';
import type { Layout } from './layout.ts';

export type PostgresSettings = Record<string, string>;

const settings: PostgresSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '64MB',
  jit: 'off',
  // Parallel hash joins need shared memory, of which a container has 64 MB.
  max_parallel_workers_per_gather: '0',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_wal_size: '1GB',
  log_min_messages: 'warning',
};

/** Starts the server in its own process session, so that Ctrl-C reaches only this program. */
export function spawnPostmaster(
  layout: Layout,
  identity: Identity,
  more: PostgresSettings = {},
): ChildProcess {
  const own = {
    ...settings,
    // The `worker` method costs memory without benefit on few cores. PostgreSQL 17 has no such
    // setting.
    ...(Number(identity.binaries.major) >= 18 ? { io_method: 'sync' } : {}),
    ...more,
    [starterSetting]: describeStarter(process.pid),
  };
  const options = Object.entries(own).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [program, args] = identity.wrap(identity.binaries.postgres, [
    ...['-D', layout.cluster, '-k', layout.socketDir],
    ...options,
  ]);
  const { uid, gid } = identity;
  const log = openSync(layout.log, 'a', 0o600);
  const server = spawn(program, args, {
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    ...(uid === undefined ? {} : { uid, gid }),
  });
  closeSync(log);
  // Runs on every exit except kill -9. Then the next start stops the orphan.
  const stop = (): void => void server.kill('SIGINT');
  process.once('exit', stop);
  server.once('exit', () => process.off('exit', stop));
  return server;
}

/** Records who started the server, so that orphans can be recognized. */
export const starterSetting = 'insignia.starter';

/** When a process started, to recognize it although ids are reused. Empty without `/proc`. */
export const readProcessStart = (pid: number): string => readProcessStat(pid)[19] ?? '';

const describeStarter = (pid: number): string => `${pid} ${readProcessStart(pid)}`;

/** Which program started the server: this one, another running one, or one that has ended. */
export function identifyStarter(starter: string | null): 'self' | 'other' | 'gone' {
  const pid = Number(starter?.split(' ')[0]);
  if (!pid || !isAlive(pid) || starter !== describeStarter(pid)) return 'gone';
  return pid === process.pid ? 'self' : 'other';
}

/** Process id from postmaster.pid if it is a living PostgreSQL of this directory. */
export async function findPostmaster(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  if (!pid || !isAlive(pid)) return undefined;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  return command === undefined || command.includes('postgres') ? pid : undefined;
}

/** Socket folder of a ready server. */
export async function findReadySocketDir(cluster: string): Promise<string | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  return lines[7] === 'ready' ? lines[4] : undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

/** An orphan that exited stays in the process table until init reaps it. */
function isZombie(pid: number): boolean {
  return readProcessStat(pid)[0] === 'Z';
}

/** Fields of `/proc/{pid}/stat` from the state on. Empty without that file. */
function readProcessStat(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The process name before them may contain anything.
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** Fast shutdown: open transactions roll back, committed data is on disk. */
export async function stopPostmaster(pid: number, patienceMs = 8_000): Promise<void> {
  const deadline = Date.now() + patienceMs;
  process.kill(pid, 'SIGINT');
  while (isAlive(pid) && Date.now() < deadline) await sleep(20);
  if (isAlive(pid)) process.kill(pid, 'SIGQUIT');
  while (isAlive(pid) && Date.now() < deadline + 2_000) await sleep(20);
}
