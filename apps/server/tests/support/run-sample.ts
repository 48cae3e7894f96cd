import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './sdk/packed.ts';

/** Undefined if a sample only reports success. */
type Answered = { status?: number; text?: string };
type Run = (source: string, place: string, env: NodeJS.ProcessEnv) => Promise<Answered>;

/** Inside the repository, so that the SDK resolves. */
export const samplesPlace = join(root, 'apps/server/node_modules/.cache', `samples-${process.pid}`);

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
  await mkdir(samplesPlace, { recursive: true });
  const file = join(samplesPlace, name);
  await writeFile(file, source);
  return file;
}

/** Sample languages by their label in the reference. */
export const languages: Readonly<Record<string, Run>> = {
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
