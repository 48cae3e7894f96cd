import { execFile, spawn } from 'node:child_process';
import { mkdir, readdir, readFile, readlink } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const bridge = 'cluster';

/** The files that operators copy, unchanged. */
export const deployFile = (name: string): string =>
  fileURLToPath(new URL(`../../../../deploy/cluster/${name}`, import.meta.url));

/** Removed with the namespace. */
export const scratchDirectory = '/run/insignia';

/** A simulated machine with its own network interface and disk. */
export type Machine = {
  name: string;
  /** Command line that runs there as PostgreSQL's user. */
  command: (words: string[]) => string[];
  /** Signals every process there, or those of one program. */
  signal: (signal: NodeJS.Signals, program?: string) => Promise<void>;
  /** Silently drops all packets. */
  disconnect: () => Promise<void>;
  reconnect: () => Promise<void>;
};

/** `balancer`, `app1`, … are names of this machine. Databases have their own. */
export async function createNetwork(own: string[]): Promise<void> {
  const others = Object.keys(networkInterfaces()).filter((name) => name !== 'lo');
  if (others.length > 0 || process.ppid !== 1)
    throw new Error('run it as npm run test:cluster, which gives it a network of its own');
  await run('mount', ['-t', 'tmpfs', 'tmpfs', '/run']);
  for (const path of [
    scratchDirectory,
    join(scratchDirectory, 'logs'),
    '/run/postgresql',
    '/run/tmp',
  ])
    await mkdir(path, { recursive: true, mode: 0o755 });
  process.env.TMPDIR = '/run/tmp';
  await run('mount', ['--bind', deployFile('hosts'), '/etc/hosts']);
  await run('ip', ['link', 'set', 'lo', 'up']);
  await run('ip', ['link', 'add', bridge, 'type', 'bridge']);
  await run('ip', ['link', 'set', bridge, 'up']);
  for (const name of own)
    await run('ip', ['address', 'add', `${await getAddress(name)}/24`, 'dev', bridge]);
}

export async function startMachine(name: string): Promise<Machine> {
  const holder = spawn('unshare', ['--net', '--mount', 'sleep', 'infinity'], { stdio: 'ignore' });
  const pid = holder.pid ?? 0;
  const getNetwork = (process: number | string) =>
    readlink(`/proc/${process}/ns/net`).catch(() => undefined);
  while ([undefined, await getNetwork('self')].includes(await getNetwork(pid))) await sleep(10);
  const network = await getNetwork(pid);
  const enter = ['nsenter', '--target', String(pid), '--net', '--mount'];
  const runInside = async (...words: string[]) => {
    const [program = '', ...rest] = [...enter, ...words];
    await run(program, rest);
  };
  await run('ip', [
    ...['link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid)],
  ]);
  await run('ip', ['link', 'set', name, 'master', bridge, 'up']);
  await runInside('ip', 'address', 'add', `${await getAddress(name)}/24`, 'dev', 'eth0');
  for (const card of ['lo', 'eth0']) await runInside('ip', 'link', 'set', card, 'up');
  const { uid, gid } = await postgresUser();
  for (const path of ['/var/lib/postgresql', '/var/lib/etcd', '/run/postgresql'])
    await runInside('mount', '-t', 'tmpfs', '-o', `uid=${uid},gid=${gid}`, 'tmpfs', path);
  const processes = async (): Promise<number[]> => {
    const all = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry)).map(Number);
    const networks = await Promise.all(all.map(getNetwork));
    return all.filter((each, n) => networks[n] === network && each !== pid);
  };
  return {
    name,
    command: (words) => [...enter, '--setuid', `${uid}`, '--setgid', `${gid}`, '--', ...words],
    signal: async (signal, program) => {
      for (const each of await processes()) {
        const running = await readFile(`/proc/${each}/comm`, 'utf8').catch(() => '');
        if (program === undefined || running.trim() === program) writeHosts(each, signal);
      }
    },
    disconnect: async () => void (await run('ip', ['link', 'set', name, 'down'])),
    reconnect: async () => void (await run('ip', ['link', 'set', name, 'up'])),
  };
}

function writeHosts(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has exited meanwhile.
  }
}

async function getAddress(name: string): Promise<string> {
  const lines = (await readFile(deployFile('hosts'), 'utf8')).split('\n');
  const line = lines.find((each) => each.endsWith(` ${name}`));
  return line?.split(' ')[0] ?? '';
}

let known: Promise<{ uid: number; gid: number }> | undefined;

/** PostgreSQL, Patroni and PgBouncer refuse to run as root. Debian's packages create this user. */
export function postgresUser(): Promise<{ uid: number; gid: number }> {
  known ??= (async () => {
    const { stdout } = await run('getent', ['passwd', 'postgres']);
    const [, , uid, gid] = stdout.split(':').map(Number);
    return { uid: uid ?? 0, gid: gid ?? 0 };
  })();
  return known;
}
