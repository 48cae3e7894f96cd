import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const pgbench = '/usr/lib/postgresql/15/bin/pgbench';

export const seconds = Number(process.env.BENCH_SECONDS ?? 4);
export const rounds = Number(process.env.BENCH_ROUNDS ?? 5);

/** Requests per second: wrk, one thread, 32 connections, loopback, `seconds`. */
export async function runWrk(url: string, options: string[] = []): Promise<number> {
  const { stdout } = await run('wrk', ['-t1', '-c32', `-d${seconds}s`, ...options, url]);
  if (/Socket errors/.test(stdout)) throw new Error(stdout);
  const bad = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1];
  if (bad) throw new Error(`${bad} requests were refused: ${url}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

/** Transactions per second, 32 clients, prepared statements. */
export async function runPgbench(socketDir: string, script: string): Promise<number> {
  const options = [
    '-n',
    '-M',
    'prepared',
    '-c',
    '32',
    '-j',
    '1',
    '-T',
    String(seconds),
    '-h',
    socketDir,
    '-U',
    'insignia',
    '-f',
    script,
  ];
  const { stdout } = await run(pgbench, [...options, 'postgres']);
  if (!/failed transactions: 0 /.test(stdout)) throw new Error(stdout);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}

/** Milliseconds per request, sequential on one connection. */
export async function measureOneByOne(url: string): Promise<number> {
  const { stdout } = await run('wrk', ['-t1', '-c1', `-d${seconds}s`, url]);
  return 1_000 / Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

export async function startBareServer(file: string, port: number): Promise<() => void> {
  const child = spawn(
    process.execPath,
    [new URL('./bare.ts', import.meta.url).pathname, file, String(port)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(child.stdout, 'data');
  return () => child.kill();
}

export function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export async function requireTools(): Promise<void> {
  for (const [program, hint] of [
    ['wrk', 'wrk'],
    [pgbench, 'postgresql-15'],
  ] as const)
    await run(program, ['--version']).catch((error: { code?: unknown }) => {
      if (error.code === 'ENOENT')
        throw new Error(`the benchmark needs ${program}: apt-get install ${hint}`);
    });
}

/** Clock ticks of Linux, in which proc(5) counts CPU time. */
const TICK_MS = 10;

type ProcessCpu = { parent: number; ownMs: number; childrenMs: number };

/** Undefined once the process has ended. `childrenMs` is that of ended children. */
async function readStat(pid: number | string): Promise<ProcessCpu | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15);
  return {
    parent: fields[1] ?? 0,
    ownMs: (user + system) * TICK_MS,
    childrenMs: (childrenUser + childrenSystem) * TICK_MS,
  };
}

/** CPU milliseconds of a process with all its threads. 0 once it has ended. */
export async function readCpu(pid: number | undefined): Promise<number> {
  return (await readStat(pid ?? 0))?.ownMs ?? 0;
}

/** CPU milliseconds of a process and all below it, such as PostgreSQL's backends, also ended ones. */
export async function readTreeCpu(root: number | undefined): Promise<number> {
  const all = new Map<number, ProcessCpu>();
  for (const name of await readdir('/proc')) {
    const found = /^\d+$/.test(name) ? await readStat(name) : undefined;
    if (found) all.set(Number(name), found);
  }
  const isBelow = (pid: number): boolean => {
    if (pid === root) return true;
    const found = all.get(pid);
    return found !== undefined && isBelow(found.parent);
  };
  let sum = 0;
  for (const [pid, { ownMs, childrenMs }] of all) if (isBelow(pid)) sum += ownMs + childrenMs;
  return sum;
}

/** Peak resident memory in MiB (VmHWM of proc(5)). */
export const readPeakMemory = (pid: number | undefined): Promise<number> =>
  readMemory(pid, /VmHWM:\s+(\d+)/);

/** Resident memory in MiB. */
export const readResidentMemory = (pid: number | undefined): Promise<number> =>
  readMemory(pid, /VmRSS:\s+(\d+)/);

async function readMemory(pid: number | undefined, line: RegExp): Promise<number> {
  return Number(line.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
}

/** Memory growth and peak in MiB, and duration in seconds. */
export async function watchMemory<T>(
  pid: number | undefined,
  work: () => Promise<T>,
): Promise<{ result: T; growth: number; peak: number; took: number }> {
  const resident = (): Promise<number> => readResidentMemory(pid);
  const before = await resident();
  let peak = before;
  const watching = setInterval(async () => {
    peak = Math.max(peak, await resident());
  }, 100);
  const startedAt = performance.now();
  const result = await work();
  clearInterval(watching);
  return { result, growth: peak - before, peak, took: (performance.now() - startedAt) / 1_000 };
}

const reportFile = new URL('./results.md', import.meta.url);

/** Prints a section of bench/results.md, and writes it with --write. */
export async function writeReport(section: string, text: string): Promise<void> {
  console.log(text);
  if (!process.argv.includes('--write')) return;
  const all = await readFile(reportFile, 'utf8');
  const [begin, end] = [`<!-- ${section} -->\n`, `\n<!-- /${section} -->`];
  const [from, to] = [all.indexOf(begin), all.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`bench/results.md has no section ${section}`);
  await writeFile(reportFile, `${all.slice(0, from + begin.length)}${text.trim()}${all.slice(to)}`);
}
