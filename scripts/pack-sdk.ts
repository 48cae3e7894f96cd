// Builds packages/sdk as published: JavaScript, types, README, license. node scripts/pack-sdk.ts
// DIRECTORY, then npm publish DIRECTORY
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { slimContract } from '../packages/sdk/build/slim-contract.ts';
import { writeSurface } from '../packages/sdk/build/write-surface.ts';
import { browserBuildOptions, collectLicences, openPackageFolder, root } from './package-folder.ts';

const { source, directory, dist, finish } = await openPackageFolder('packages/sdk');
const entries = ['index', 'webhooks'];

await build({
  entryPoints: entries.map((name) => join(source, 'src', `${name}.ts`)),
  outdir: dist,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  plugins: [
    {
      name: 'slim-contract',
      setup: ({ onResolve, onLoad }) => {
        onResolve({ filter: /^@insignia\/contract$/ }, ({ path }) => ({ path, namespace: 'slim' }));
        onLoad({ filter: /./, namespace: 'slim' }, () => ({ contents: slimContract() }));
      },
    },
  ],
});
// Bundles a JSON-LD processor and contexts that run in browsers and Node. Code for rare proofs is a
// lazy chunk.
const { metafile } = await build({
  entryPoints: [join(source, 'src/verify.ts')],
  outdir: dist,
  absWorkingDir: root,
  metafile: true,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  platform: 'browser',
  ...browserBuildOptions,
  splitting: true,
  chunkNames: 'verify-[name]-[hash]',
  legalComments: 'none',
});
await writeFile(
  join(dist, 'verify.LICENSES.txt'),
  await collectLicences(Object.keys(metafile.inputs)),
);
await declare();
const entry = (file: string) => ({ types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` });
await finish({
  description: 'Client of Insignia, the open-source digital credential service',
  exports: { '.': entry('index'), './webhooks': entry('webhooks'), './verify': entry('verify') },
  files: ['dist'],
  engines: { node: '>=20' },
  sideEffects: ['./dist/verify*.js'],
});

/** Type declarations with the surface written out, which equals the inferred one. */
async function declare(): Promise<void> {
  const formatter = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const formatting = ['format', '--stdin-file-path=surface.d.ts'];
  const surface = execFileSync(process.execPath, [formatter, ...formatting], {
    ...{ cwd: root, input: writeSurface(), encoding: 'utf8' },
  });
  await writeFile(join(dist, 'surface.d.ts'), surface);
  const project = await writeComparison(source, surface);
  const compiler = createRequire(import.meta.url)
    .resolve('typescript/package.json')
    .replace('package.json', 'bin/tsc');
  const all = join(directory, 'declared');
  const options = ['-p', project, '--outDir', all, '--singleThreaded'];
  try {
    execFileSync(process.execPath, [compiler, ...options], { stdio: 'inherit' });
  } finally {
    await rm(project, { recursive: true });
  }
  const declared = join(all, 'packages/sdk/src');
  const needed = ['index', 'client', 'failure', 'settings', 'webhooks', 'verify'];
  for (const name of needed) {
    const text = await readFile(join(declared, `${name}.d.ts`), 'utf8');
    await writeFile(
      join(dist, `${name}.d.ts`),
      text
        .replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'")
        .replace(
          "import type { FoundAssertion } from '@insignia/openbadges'",
          "import type { FoundAssertion } from './found.js'",
        ),
    );
  }
  // This file contains only types.
  const found = await readFile(join(root, 'packages/openbadges/src/shared/found.ts'), 'utf8');
  await writeFile(join(dist, 'found.d.ts'), found);
  await rm(all, { recursive: true });
  const foreign = (await readdir(dist)).filter((name) => name.endsWith('.d.ts'));
  for (const name of foreign)
    if (/from ['"](?!\.\/)/.test(await readFile(join(dist, name), 'utf8')))
      throw new Error(`${name} needs another package`);
}

/**
 * Writes a TypeScript project with the declarations of the SDK, which compiles only if the surface
 * that is written out equals the inferred one. Within `sdk`, because the compiler wants its files
 * below the repository.
 */
async function writeComparison(sdk: string, surface: string): Promise<string> {
  const place = join(sdk, 'node_modules/.cache', `surface-${process.pid}`);
  await mkdir(place, { recursive: true });
  const written = surface.replaceAll("'./settings.js'", "'../../../src/settings.js'");
  await writeFile(join(place, 'surface.d.ts'), written);
  await writeFile(
    join(place, 'same.ts'),
    `import type { Differences } from '../../../build/differences.ts';
     import type { Client as Inferred, WebhookEvent as InferredEvent } from '../../../src/surface.ts';
     import type { Client as Written, WebhookEvent as WrittenEvent } from './surface.js';
     export const none: never = undefined as unknown as Differences<Inferred, Written>;
     type Receiver<E> = { webhooks: { event: E } };
     export const nor: never = undefined as unknown as Differences<Receiver<InferredEvent>, Receiver<WrittenEvent>>;`,
  );
  const project = { extends: '../../../tsconfig.build.json', files: ['same.ts'] };
  await writeFile(join(place, 'tsconfig.json'), JSON.stringify(project));
  return place;
}
