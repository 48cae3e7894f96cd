// Builds apps/cli as published: one package with the command `insignia`. node scripts/pack-cli.ts DIRECTORY, then npm publish
// DIRECTORY. The operator's commands need the server's code and run in its folder or container.
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { browserBuildOptions, collectLicences, openPackageFolder, root } from './package-folder.ts';

const { source, directory, dist, finish } = await openPackageFolder('apps/cli');
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
await finish({
  description:
    'Digital credentials from the command line: issue, import, export, revoke and verify',
  bin: { insignia: 'insignia.mjs' },
  files: ['dist', 'insignia.mjs'],
  engines: { node: '>=20.18' },
});
