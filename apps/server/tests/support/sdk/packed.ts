import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const root = fileURLToPath(new URL('../../../../..', import.meta.url));

export type Packed = {
  /** What is published. */
  directory: string;
  tarball: string;
  /** An empty project outside of the repository, with nothing but the package in it. */
  project: string;
  remove: () => Promise<void>;
};

/** Makes the SDK's package, and installs it as others will, but without a registry. */
export async function packSdk(): Promise<Packed> {
  const place = await mkdtemp(join(tmpdir(), 'insignia-sdk-'));
  const [directory, project] = [join(place, 'package'), join(place, 'project')];
  await run(process.execPath, [join(root, 'scripts/pack-sdk.ts'), directory]);
  await run('npm', ['pack', '--pack-destination', place], { cwd: directory });
  const found = (await readdir(place)).find((name) => name.endsWith('.tgz')) ?? '';
  const tarball = join(place, found);
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{"type":"module","private":true}');
  const offline = ['install', '--offline', '--no-audit', '--no-fund', tarball];
  await run('npm', offline, { cwd: project });
  await copyFile(new URL('./sample.ts', import.meta.url), join(project, 'sample.ts'));
  return { directory, tarball, project, remove: () => rm(place, { recursive: true }) };
}

type Compiler = { resolve: string; options: string[] };

/** Compiles with everything strict and every declaration looked at; what the compiler says is the error. */
export async function compile(cwd: string, { resolve, options }: Compiler): Promise<void> {
  const compiler = createRequire(resolve)
    .resolve('typescript/package.json')
    .replace('package.json', 'bin/tsc');
  await run(process.execPath, [compiler, ...options], { cwd }).catch(
    ({ stdout, message }: { stdout?: string; message: string }) => {
      throw new Error(stdout || message);
    },
  );
}
