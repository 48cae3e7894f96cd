import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Base of the files' paths. */
const root = fileURLToPath(new URL('..', import.meta.url));

/** License texts of the packages that these files belong to, sorted by name. */
export async function collectLicences(files: readonly string[]): Promise<string> {
  const packages = files.flatMap(
    (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? [],
  );
  const texts = [...new Set(packages)].sort().map(async (path) => {
    const directory = join(root, path);
    const manifest = await readFile(join(directory, 'package.json'), 'utf8');
    const { name, version, license, author } = JSON.parse(manifest);
    const file = (await readdir(directory)).find((each) => /^licen[cs]e/i.test(each));
    // One package lacks its license text.
    const own = file ? await readFile(join(directory, file), 'utf8') : `${license}, ${author}`;
    return `${name} ${version}\n\n${own.trim()}\n`;
  });
  return (await Promise.all(texts)).join(`\n${'-'.repeat(72)}\n\n`);
}
