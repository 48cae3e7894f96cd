// Lets `npm pack` and `npm publish` run in the folder of a package: node ../../scripts/prepack.ts PACKER before packing, and
// node ../../scripts/prepack.ts --undo after it. In between, the folder has the built files and the published package.json.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const manifest = 'package.json';
const saved = 'package.workspace.json';
/** Written by the packers beside package.json and README.md, which the folder has. */
const built = ['dist', 'LICENSE', 'insignia.mjs'];

const [packer] = process.argv.slice(2);
if (!packer)
  throw new Error('name the packer: node ../../scripts/prepack.ts ../../scripts/pack-sdk.ts');

// Also undoes a run that was interrupted.
for (const name of built) await rm(name, { recursive: true, force: true });
if (existsSync(saved)) await rename(saved, manifest);
if (packer !== '--undo') {
  const place = await mkdtemp(join(tmpdir(), 'insignia-prepack-'));
  try {
    const directory = join(place, 'package');
    execFileSync(process.execPath, [packer, directory], { stdio: ['ignore', 2, 2] });
    await cp(manifest, saved);
    for (const name of await readdir(directory))
      await cp(join(directory, name), name, { recursive: true, force: true });
  } finally {
    await rm(place, { recursive: true });
  }
}
