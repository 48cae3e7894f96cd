import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { ecdsaIssuer, issueBase } from '../../../../packages/openbadges/tests/support/selective.ts';
import type { Differences } from '../../../../packages/sdk/build/differences.ts';
import { openBrowser } from '../support/browser.ts';
import { assertOk } from '../support/client.ts';
import { startOverHttps } from '../support/https.ts';
import type { Instance } from '../support/instance.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from '../support/people.ts';
import { createCertificateAuthority, startReceiver } from '../support/receiver.ts';
import { findNode20 } from '../support/sdk/node-20.ts';
import { compile, type PackedPackage, packSdk, root } from '../support/sdk/packed-package.ts';

let instance: Instance;
let owner: Owner;
let packed: PackedPackage;
/** Certificate authority of the service. */
let authority: string;
before(async () => {
  [instance, packed] = await Promise.all([startOverHttps(), packSdk()]);
  authority = join(packed.project, 'authority.pem');
  await writeFile(authority, (await createCertificateAuthority()).cert);
  owner = await createOwner(instance);
});
after(async () => {
  await instance.stop();
  await packed.remove();
});

const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
const bare = ['--target', 'es2022', '--lib', 'es2023,dom,dom.iterable,dom.asynciterable'];
const types = ['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node'];

/** Bundles as loaded by a page. */
async function bundled(directory: string, name: string) {
  const { outputFiles } = await build({
    ...{ entryPoints: [join(directory, 'dist', name)], bundle: true, minify: true, write: false },
    ...{ format: 'esm', splitting: true, outdir: directory },
  });
  const size = (isWanted: (path: string) => boolean = () => true) =>
    outputFiles
      .filter(({ path }) => isWanted(path))
      .reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
  return { files: outputFiles, size };
}

/** The README states the rounded size. */
function assertAbout(bytes: number, kilobytes: number | undefined): void {
  assert.ok(kilobytes, 'the README has no size');
  const [min, max] = [kilobytes - 2, kilobytes].map((each) => each * 1_024) as [number, number];
  assert.ok(bytes > min && bytes <= max, `${bytes} bytes are not ${kilobytes} KB`);
}

test('the package has no dependencies, the size that its README states, and a sound manifest and types', async () => {
  const { directory, tarball } = packed;
  const manifest = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'));
  assert.deepEqual([manifest.dependencies, manifest.private], [undefined, undefined]);
  const readme = await readFile(join(directory, 'README.md'), 'utf8');
  const [ofClient, ofVerifier, ofDisclosure] = [...readme.matchAll(/(\d+) KB\b/g)].map(
    ([, figure]) => Number(figure),
  );
  assertAbout((await bundled(directory, 'index.js')).size(), ofClient);
  const verifier = await bundled(directory, 'verify.js');
  // A script that isn't a module lacks it and would fail at start.
  for (const { path, text } of verifier.files) assert.ok(!text.includes('import.meta'), path);
  assertAbout(
    verifier.size((path) => !path.includes('disclosure')),
    ofVerifier,
  );
  assertAbout(
    verifier.size((path) => path.includes('disclosure')),
    ofDisclosure,
  );
  const { messages } = await publint({ pkgDir: directory, strict: true, pack: 'npm' });
  assert.deepEqual(
    messages.map((message) => formatMessage(message, manifest)),
    [],
  );
  const bytes = new Uint8Array(await readFile(tarball));
  const checked = await checkPackage(createPackageFromTarballData(bytes));
  assert.ok(checked.types, 'it has types');
  // ESM only; `require` works from Node 20.19.
  const besides = checked.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM');
  assert.deepEqual(
    besides.filter(
      (problem) => !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
    ),
    [],
  );
});

test('packing compares the types written out with those inferred, and would see a single difference', () => {
  // Compiles only with this name.
  type Slip = Differences<{ a: { b: (c?: 1) => 1 } }, { a: { b: (c: 1) => 1 } }>;
  assert.equal('b' satisfies Slip, 'b');
});

test('in an empty project the package compiles strictly, for Node and bundlers, with two compilers', async () => {
  const nodes = ['--module', 'nodenext', '--moduleResolution', 'nodenext'];
  const bundlers = ['--module', 'esnext', '--moduleResolution', 'bundler'];
  const options = [...strict, ...bare, ...types, 'sample.ts'];
  const inWorkspace = import.meta.url;
  await compile(packed.project, { resolve: inWorkspace, options: [...nodes, ...options] });
  const inRepository = join(root, 'package.json');
  await compile(packed.project, { resolve: inRepository, options: [...bundlers, ...options] });
});

async function holds(program: string, asker: Owner): Promise<void> {
  const badgeId = await createBadge(asker, await createIssuer(asker));
  const args = ['sample.js', instance.url, asker.key, badgeId];
  const { stdout } = await promisify(execFile)(program, args, {
    cwd: packed.project,
    env: { ...process.env, NODE_EXTRA_CA_CERTS: authority },
  });
  const { awardId, ...found } = JSON.parse(stdout);
  assert.match(awardId, /\/certify-badge\/award\//);
  assert.deepEqual(found, {
    recipient: { name: 'Ada Lovelace', email: 'ada@example.org' },
    never: null,
    issued: 1,
    names: ['Grace Hopper', 'Ada Lovelace'],
    forged: 'WebhookVerificationError',
    inside: ['valid', 'valid'],
    endorsers: [],
    verified: ['3.0 valid', '2.0 valid', '3.0 invalid', '3.0 unknown', '3.0 invalid'],
    rows: 3,
    refusal: ['invalid_request', ['recipient.name', 'recipient.email', 'issuedOn']],
  });
}

test('the installed package issues, follows an import, lists, exports, verifies and receives errors', () =>
  holds(process.execPath, owner));

test('the installed package does the same on the oldest supported Node', async (t) => {
  const program = await findNode20();
  if (!program) return t.skip('there is no Node 20 in PATH');
  await holds(program, await createOwner(instance));
});

test('in a browser the client reads and writes with the session of the page', async () => {
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({ bypassCSP: true, ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await page.goto(new URL('/sign-in', instance.url).href);
    const [name = '', value = ''] = owner.cookie.split('=');
    await context.addCookies([{ name, value, url: instance.url }]);
    const code = await readFile(join(packed.directory, 'dist/index.js'), 'utf8');
    const { email, keys } = await page.evaluate<{ email: string; keys: string[] }>(
      `(async () => { ${code.replace(/export \{[^}]*\};\s*$/, '')}
        const insignia = createClient({ baseUrl: location.origin, session: true });
        const { user } = await insignia.people.session();
        await insignia.keys.create({ name: 'From a browser', scope: 'read' });
        const { items } = await insignia.keys.list();
        return { email: user.email, keys: items.map(({ name }) => name) };
      })()`,
    );
    assert.equal(email, owner.email);
    assert.ok(keys.includes('From a browser'));
  } finally {
    await browser.close();
  }
});

test('in a browser on another site, the package verifies with the issuer’s key and status list', async () => {
  const requests: string[] = [];
  const site = await startReceiver(({ url = '' }, response) => {
    const isScript = url.endsWith('.js');
    requests.push(url);
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    if (!isScript) return void response.end('<p>Another site</p>');
    createReadStream(join(packed.directory, 'dist', basename(url))).pipe(response);
  });
  const browser = await openBrowser();
  try {
    const badgeId = await createBadge(owner, await createIssuer(owner));
    const id = await issueAward(owner, badgeId);
    const credential = await (await fetch(`${instance.url}/credentials/${id}/vc`)).json();
    const picture = await (await fetch(`${instance.url}/credentials/${id}/badge3.png`)).bytes();
    assertOk(await owner.api('POST', `/awards/${id}/revoke`));
    const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
    await page.goto(site.url);
    const they = await ecdsaIssuer();
    const { proof: _, credentialStatus: __, ...unsigned } = credential as Record<string, object>;
    const selective = await issueBase(
      ['/issuer'],
      { ...unsigned, issuer: { ...unsigned.issuer, id: they.did } },
      they,
    );
    const found = await page.evaluate(
      async ([bytes, ...rest]) => {
        const address = '/verify.js';
        const { verify } = (await import(address)) as {
          verify: (what: unknown) => Promise<{ status: string }>;
        };
        const all = [...rest, new Blob([new Uint8Array(bytes as number[])])];
        return Promise.all(all.map(async (each) => (await verify(each)).status));
      },
      [
        [...picture],
        ...[credential, { ...(credential as object), name: 'x' }],
        ...[selective, { ...selective, name: 'x' }],
      ],
    );
    assert.deepEqual(found, ['revoked', 'invalid', 'valid', 'invalid', 'revoked']);
    assert.equal(requests.filter((url) => url.includes('disclosure')).length, 1);
  } finally {
    await browser.close();
    await site.close();
  }
});
