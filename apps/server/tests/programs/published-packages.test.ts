import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { createBadge, createIssuer, createOwner } from '../support/people.ts';
import { findNode20 } from '../support/sdk/node-20.ts';
import { root } from '../support/sdk/packed-package.ts';
import { useInstance } from '../support/use-instance.ts';

const run = promisify(execFile);
const place = await mkdtemp(join(tmpdir(), 'insignia-published-'));
after(() => rm(place, { recursive: true, force: true }));
const instance = await useInstance();

// Packing changes a folder for a moment, so it runs in a copy: other tests read the original.
const copy = join(place, 'repository');
await mkdir(join(copy, 'apps'), { recursive: true });
const hasNoModules = (path: string): boolean => !path.endsWith('/node_modules');
const files = ['LICENSE', 'package.json', 'tsconfig.json', 'biome.json'];
for (const name of ['packages', 'scripts', 'apps/cli', ...files])
  await cp(join(root, name), join(copy, name), { recursive: true, filter: hasNoModules });
await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
await cp(join(root, 'apps/cli/node_modules'), join(copy, 'apps/cli/node_modules'), {
  recursive: true,
}).catch(() => {});

async function packInFolder(folder: string): Promise<string> {
  const cwd = join(copy, folder);
  const readFolder = async () => [
    (await readdir(cwd)).filter((name) => name !== 'node_modules'),
    await readFile(join(cwd, 'package.json'), 'utf8'),
  ];
  const before = await readFolder();
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', place], { cwd });
  assert.deepEqual(await readFolder(), before, 'packing leaves the folder as it was');
  return join(place, stdout.trim().split('\n').at(-1) ?? '');
}

test('npm pack in a folder gives a package of the same version that needs no sibling', async () => {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  for (const folder of ['packages/sdk', 'packages/openbadges', 'apps/cli']) {
    const tarball = await packInFolder(folder);
    const { stdout } = await run('tar', ['-xzOf', tarball, 'package/package.json']);
    const manifest = JSON.parse(stdout);
    assert.equal(manifest.version, version, folder);
    assert.equal(manifest.private, undefined, folder);
    assert.doesNotMatch(JSON.stringify(manifest.dependencies ?? {}), /@insignia/, folder);
    const files = await run('tar', ['-tzf', tarball]);
    for (const file of ['LICENSE', 'README.md', 'dist/'])
      assert.ok(files.stdout.includes(`package/${file}`), `${folder} has ${file}`);
    assert.doesNotMatch(files.stdout, /\.ts$(?<!\.d\.ts)/m, `${folder} has no TypeScript sources`);
  }
});

test('the installed command verifies, and operator commands explain where to run them', async () => {
  const tarball = (await readdir(place)).find((name) => name.startsWith('insignia-cli-')) ?? '';
  const project = join(place, 'project');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{"type":"module","private":true}');
  const offline = ['install', '--offline', '--no-audit', '--no-fund', join(place, tarball)];
  await run('npm', offline, { cwd: project });
  const command = join(project, 'node_modules/.bin/insignia');
  const { stdout } = await run(command, ['--help'], { cwd: project });
  assert.match(stdout, /verify/);
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  assert.equal((await run(command, ['--version'], { cwd: project })).stdout, `${version}\n`);

  await writeFile(join(project, 'empty.json'), '{}');
  const operator = await run(command, ['doctor'], { cwd: project }).catch((error) => error);
  assert.match(operator.stderr, /in its container/);
  assert.ok(operator.code > 0);

  const piped = spawn('sh', ['-c', `"${command}" --help | true`], { cwd: project });
  let errors = '';
  piped.stderr.on('data', (data) => {
    errors += data;
  });
  await once(piped, 'close');
  assert.equal(errors, '', 'a closed pipe is no error');
});

test('the installed command lists and downloads on the oldest supported Node', async (t) => {
  const program = await findNode20();
  if (!program) return t.skip('there is no Node 20 in PATH');
  const owner = await createOwner(instance);
  const issuerId = await createIssuer(owner);
  const badgeId = await createBadge(owner, issuerId);
  const script = join(place, 'project/node_modules/@insignia/cli/insignia.mjs');
  const env = { ...process.env, INSIGNIA_URL: instance.url, INSIGNIA_API_KEY: owner.key };
  for (const args of [
    ['issuers', 'list'],
    ['recipients', 'list'],
    ['claims', 'list', '--badge', badgeId],
    ['brand', 'preview', issuerId, '--out', join(place, 'certificate.pdf')],
  ])
    await run(program, [script, ...args], { env });
  assert.match((await readFile(join(place, 'certificate.pdf'))).toString('latin1'), /^%PDF/);
});
