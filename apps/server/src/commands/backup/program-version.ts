import { readFile } from 'node:fs/promises';

/** Of this program: another one may word documents in another way. */
export async function programVersion(): Promise<string> {
  const file = new URL('../../../package.json', import.meta.url);
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string };
  return version;
}
