// Runs every `check:*` of package.json (none needs more than npm provides) in parallel and prints
// all errors.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';

const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};
/** The slowest come first. */
const long = ['check:architecture', 'check:sql'];
const all = Object.keys(scripts).filter((name) => name.startsWith('check:'));
const waiting = [...long, ...all.filter((name) => !long.includes(name))];
const failed: string[] = [];

async function check(name: string): Promise<void> {
  const child = spawn(scripts[name] ?? '', { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  process.stdout.write(Buffer.concat(chunks));
  if (code !== 0) failed.push(name);
}

async function lane(): Promise<void> {
  for (let name = waiting.shift(); name; name = waiting.shift()) await check(name);
}

failed.push(...long.filter((name) => !all.includes(name)));
await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, lane));
if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;
