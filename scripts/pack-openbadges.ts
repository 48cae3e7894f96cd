// Builds packages/openbadges as published: JavaScript, types, README, license. node
// scripts/pack-openbadges.ts DIRECTORY, then npm publish DIRECTORY
import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { browserBuildOptions, collectLicences, openPackageFolder, root } from './package-folder.ts';

const { source, dist, manifest, finish } = await openPackageFolder('packages/openbadges');
const { dependencies = {}, exports } = manifest;

const compiler = createRequire(import.meta.url)
  .resolve('typescript/package.json')
  .replace('package.json', 'bin/tsc');
const options = ['-p', join(source, 'tsconfig.build.json'), '--outDir', dist, '--singleThreaded'];
execFileSync(process.execPath, [compiler, ...options], { stdio: 'inherit' });
const enclosed = await enclose();
const needed = Object.entries(dependencies).filter(([each]) => !enclosed.includes(each));
await finish({
  dependencies: Object.fromEntries(needed),
  description: 'Open Badges 2.0 and 3.0: build, sign, bake, unbake and check, as pure functions',
  exports: Object.fromEntries(Object.entries(exports as Record<string, string>).map(built)),
  files: ['dist'],
  engines: { node: '>=20' },
  sideEffects: false,
});

/** Bundled for browsers, so that users' bundlers need no configuration. */
async function enclose(): Promise<string[]> {
  const enclosed = {
    'selective-suite': '@digitalbazaar/ecdsa-sd-2023-cryptosuite',
    'credentials-contexts': '@digitalbazaar/credentials-context',
  };
  const folder = 'v3/verify/enclosed';
  const packages = Object.values(enclosed);
  const outdir = join(dist, folder);
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
  const output = file.replace('./src/', './dist/').replace(/\.ts$/, '');
  return [path, { types: `${output}.d.ts`, default: `${output}.js` }];
}
