// Builds packages/openbadges as published: JavaScript, types, README, license. node
// scripts/pack-openbadges.ts DIRECTORY, then npm publish DIRECTORY
import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { browserBuildOptions } from './browser-build-options.ts';
import { collectLicences } from './collect-licences.ts';

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
const enclosed = await enclose();
const needed = Object.entries(dependencies).filter(([each]) => !enclosed.includes(each));
const published = {
  ...{ name, version, license, type, dependencies: Object.fromEntries(needed) },
  description: 'Open Badges 2.0 and 3.0: build, sign, bake, unbake and check, as pure functions',
  exports: Object.fromEntries(Object.entries<string>(exports).map(built)),
  files: ['dist'],
  engines: { node: '>=20' },
  sideEffects: false,
};
await writeFile(join(directory, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);

/** Bundled for browsers, so that users' bundlers need no configuration. */
async function enclose(): Promise<string[]> {
  const enclosed = {
    'selective-suite': '@digitalbazaar/ecdsa-sd-2023-cryptosuite',
    'credentials-contexts': '@digitalbazaar/credentials-context',
  };
  const folder = 'v3/verify/enclosed';
  const packages = Object.values(enclosed);
  const outdir = join(directory, 'dist', folder);
  await rm(outdir, { recursive: true });
  const { metafile } = await build({
    entryPoints: Object.keys(enclosed).map((file) => join(source, 'src', folder, `${file}.ts`)),
    ...{ outdir, absWorkingDir: root, metafile: true },
    ...{ bundle: true, format: 'esm', target: 'es2022', platform: 'browser' },
    external: Object.keys(dependencies).filter((each) => !packages.includes(each)),
    ...browserBuildOptions,
  });
  await writeFile(
    join(outdir, 'LICENSES.txt'),
    await collectLicences(Object.keys(metafile.inputs)),
  );
  return packages;
}

function built([path, file]: [string, string]): [string, object] {
  const made = file.replace('./src/', './dist/').replace(/\.ts$/, '');
  return [path, { types: `${made}.d.ts`, default: `${made}.js` }];
}
