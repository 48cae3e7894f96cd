import { readFile } from 'node:fs/promises';

const tickMs = 10;

/** CPU milliseconds of a process with all threads (proc(5)). */
export async function readCpu(pid: number): Promise<number> {
  return (await used(pid)).own;
}

/** Includes child processes such as PostgreSQL's backends, also ended ones. */
export async function readThreadsCpu(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const children = text.split(' ').filter(Boolean).map(Number);
  const { own, ended } = await used(pid);
  const theirs = await Promise.all(children.map(readThreadsCpu));
  return theirs.reduce((sum, each) => sum + each, own + ended);
}

async function used(pid: number): Promise<{ own: number; ended: number }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
  return { own: (user + system) * tickMs, ended: (endedUser + endedSystem) * tickMs };
}
