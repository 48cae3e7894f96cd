import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './sdk/packed-package.ts';

/** Undefined if a sample only reports success. */
type SampleResult = { status?: number; text?: string };
type RunSample = (source: string, place: string, env: NodeJS.ProcessEnv) => Promise<SampleResult>;

/** Inside the repository, so that the SDK resolves. */
export const samplesDirectory = join(
  root,
  'apps/server/node_modules/.cache',
  `samples-${process.pid}`,
);

async function output(
  program: string,
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd, env });
  return stdout;
}

async function written(name: string, source: string): Promise<string> {
  await mkdir(samplesDirectory, { recursive: true });
  const file = join(samplesDirectory, name);
  await writeFile(file, source);
  return file;
}

/** Sample languages by their label in the reference. */
export const sampleLanguages: Readonly<Record<string, RunSample>> = {
  curl: async (source, place, env) => {
    const telling = source.replace(/^curl /, "curl -sS -w '\\n%{http_code}' ");
    const stdout = await output('sh', ['-c', telling], place, env);
    const end = stdout.lastIndexOf('\n');
    return { status: Number(stdout.slice(end + 1)), text: stdout.slice(0, end) };
  },
  PHP: async (source, place, env) => {
    const stdout = await output('php', [await written('sample.php', source)], place, env);
    const end = stdout.indexOf(' ');
    return { status: Number(stdout.slice(0, end)), text: stdout.slice(end + 1) };
  },
  Python: async (source, place, env) => {
    await output('python3', [await written('sample.py', source)], place, env);
    return {};
  },
  JavaScript: async (source, place, env) => {
    await output(process.execPath, [await written('sample.mjs', source)], place, env);
    return {};
  },
};
