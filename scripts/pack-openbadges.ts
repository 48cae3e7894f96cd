// Makes packages/openbadges into a package that stands alone, as it is published: JavaScript, types, README, licence.
//   node scripts/pack-openbadges.ts DIRECTORY, then npm publish DIRECTORY
import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'packages/openbadges');
const [to] = process.argv.slice(2);
if (!to) throw new Error('name the directory to make: node scripts/pack-openbadges.ts DIRECTORY');
const directory = resolve(to);

await rm(directory, { recursive: true, force: true });
await mkdir(directory, { recursive: true });
const compiler = createRequire(import.meta.url)
  .resolve('typescript/package.json')
  .replace('package.json', 'bin/tsc');
const options = ['-p', join(source, 'tsconfig.build.json'), '--outDir', join(directory, 'dist')];
execFileSync(process.execPath, [compiler, ...options], { stdio: 'inherit' });
for (const [from, name] of [
  [join(source, 'README.md'), 'README.md'],
  [join(root, 'LICENSE'), 'LICENSE'],
] as const)
  await copyFile(from, join(directory, name));
const { name, version, license, type, dependencies, exports } = JSON.parse(
  await readFile(join(source, 'package.json'), 'utf8'),
);
const published = {
  ...{ name, version, license, type, dependencies },
  description: 'Open Badges 2.0 and 3.0: build, sign, bake, unbake and check, as pure functions',
  exports: Object.fromEntries(Object.entries<string>(exports).map(built)),
  files: ['dist'],
  engines: { node: '>=20' },
  sideEffects: false,
};
await writeFile(join(directory, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);

function built([path, file]: [string, string]): [string, object] {
  const made = file.replace('./src/', './dist/').replace(/\.ts$/, '');
  return [path, { types: `${made}.d.ts`, default: `${made}.js` }];
}
