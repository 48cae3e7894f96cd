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
    const files = (await readdir(directory)).filter((each) => /^(?:licen[cs]e|notice)/i.test(each));
    const own = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
    // Some packages lack their license text.
    const by = [license, author?.name ?? author].filter(Boolean).join(', ');
    const text = own.length > 0 ? own.map((each) => each.trim()).join('\n\n') : by;
    return `${name} ${version}\n\n${text}\n`;
  });
  return (await Promise.all(texts)).join(`\n${'-'.repeat(72)}\n\n`);
}
