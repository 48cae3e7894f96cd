// Builds apps/cli as published: one package with the command `insignia`. node scripts/pack-cli.ts DIRECTORY, then npm publish
// DIRECTORY. The operator's commands need the server's code and run in its folder or container.
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { browserBuildOptions } from './browser-build-options.ts';
import { collectLicences } from './collect-licences.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'apps/cli');
const [to] = process.argv.slice(2);
if (!to) throw new Error('name the directory to make: node scripts/pack-cli.ts DIRECTORY');
const directory = resolve(to);
const dist = join(directory, 'dist');

await rm(directory, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
const { metafile } = await build({
  entryPoints: { insignia: join(source, 'src/run.ts') },
  outdir: dist,
  absWorkingDir: root,
  ...{ metafile: true, bundle: true, splitting: true, format: 'esm', legalComments: 'none' },
  ...{ platform: 'node', target: 'node20', external: ['@insignia/server/commands'] },
  chunkNames: 'insignia-[name]-[hash]',
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  ...browserBuildOptions,
});
await writeFile(
  join(directory, 'insignia.mjs'),
  "#!/usr/bin/env node\nimport './dist/insignia.js';\n",
);
await chmod(join(directory, 'insignia.mjs'), 0o755);
await writeFile(join(dist, 'LICENSES.txt'), await collectLicences(Object.keys(metafile.inputs)));
for (const [from, name] of [
  [join(source, 'README.md'), 'README.md'],
  [join(root, 'LICENSE'), 'LICENSE'],
] as const)
  await copyFile(from, join(directory, name));
const { name, version, license, type } = JSON.parse(
  await readFile(join(source, 'package.json'), 'utf8'),
);
const published = {
  ...{ name, version, license, type },
  description:
    'Digital credentials from the command line: issue, import, export, revoke and verify',
  bin: { insignia: 'insignia.mjs' },
  files: ['dist', 'insignia.mjs'],
  engines: { node: '>=20' },
};
await writeFile(join(directory, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
