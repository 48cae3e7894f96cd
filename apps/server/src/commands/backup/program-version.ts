import { readFile } from 'node:fs/promises';

/** Other versions may render documents differently. */
export async function programVersion(): Promise<string> {
  const file = new URL('../../../package.json', import.meta.url);
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string };
  return version;
}
