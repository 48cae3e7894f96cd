import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const fonts = fileURLToPath(new URL('../../fonts/', import.meta.url));
const cache = fileURLToPath(new URL('../../../../node_modules/.cache/browser/', import.meta.url));

export type BrowserProgram = { executablePath: string; env: NodeJS.ProcessEnv };

/** Chromium from CHROMIUM_PATH or npm, with the same fonts on every machine. */
export async function browserProgram(): Promise<BrowserProgram> {
  const env = { ...process.env, FONTCONFIG_FILE: await writeFontConfiguration() };
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return { executablePath: CHROMIUM_PATH, env };
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('set CHROMIUM_PATH to a Chromium or Chrome: npm brings one for linux-x64 only');
  const directory = await unpack();
  const libraries = [join(directory, 'al2023/lib'), process.env.LD_LIBRARY_PATH];
  return {
    executablePath: join(directory, 'chromium'),
    env: { ...env, LD_LIBRARY_PATH: libraries.filter(Boolean).join(':') },
  };
}

/** Once per version and atomically, because test files run in parallel. */
async function unpack(): Promise<string> {
  const { version } = JSON.parse(await readFile(findPackageFile('@sparticuz/chromium'), 'utf8'));
  const place = join(cache, version);
  if (existsSync(place)) return place;
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(join(cache, 'new-'));
  // The package unpacks to the temp directory, and its shared libraries only in a cloud
  // environment.
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'unpack-browser.ts')], {
    env: { TMPDIR: draft, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
  });
  await rename(draft, place).catch(async (error: unknown) => {
    await rm(draft, { recursive: true });
    if (!existsSync(place)) throw error;
  });
  return place;
}

/** Only these fonts. One Latin family takes precedence. */
async function writeFontConfiguration(): Promise<string> {
  const lines = [
    `<dir>${fonts}</dir>`,
    '<match><edit name="family" mode="append_last"><string>Noto Sans</string></edit></match>',
    `<cachedir>${cache}fonts</cachedir>`,
  ];
  await mkdir(cache, { recursive: true });
  const file = join(cache, 'fonts.conf');
  const draft = `${file}.${process.pid}`;
  await writeFile(
    draft,
    `<?xml version="1.0"?>\n<fontconfig>\n${lines.join('\n')}\n</fontconfig>\n`,
  );
  await rename(draft, file);
  return file;
}

function findPackageFile(name: string): string {
  const file = findPackageJSON(name, import.meta.url);
  if (!file) throw new Error(`${name} is not installed: npm ci`);
  return file;
}
