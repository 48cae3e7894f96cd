// packages/openbadges as installed from a registry.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { build as buildByVite } from 'vite';
import {
  disclose,
  ecdsaIssuer,
  issueBase,
} from '../../../../packages/openbadges/tests/support/selective.ts';
import { openBrowser } from '../support/browser.ts';
import { findNode20 } from '../support/sdk/node-20.ts';
import {
  compile,
  type PackedPackage,
  packOpenBadges,
  root,
} from '../support/sdk/packed-package.ts';

let packed: PackedPackage;
let manifest: { dependencies: object; private?: boolean; exports: Record<string, object> };
/** The README's examples as files, in order. */
let examples: string[];
before(async () => {
  packed = await packOpenBadges();
  const { directory, project } = packed;
  manifest = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'));
  const readme = await readFile(join(directory, 'README.md'), 'utf8');
  const code = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  examples = code.map((_, at) => `example-${at}.ts`);
  for (const [at, text] of code.entries())
    await writeFile(join(project, `example-${at}.ts`), `${text}export {};\n`);
  await writeFile(join(project, 'given.d.ts'), 'declare const png: Uint8Array, text: string;\n');
  await writeFile(join(project, 'given.js'), preload);
});
after(() => packed.remove());

// Preconditions of the examples: a picture, a credential, and badges.example with a badge.
const preload = `
  import { assertionDocument, badgeDocument, hashIdentity, issuerDocument } from '@insignia/openbadges';
  import { credentialDocument, importEd25519Signer, generateKey, signCredential } from '@insignia/openbadges/v3';
  globalThis.png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  const at = (path) => 'https://badges.example' + path;
  const web = {
    [at('/issuer')]: issuerDocument({ id: at('/issuer'), name: 'School', url: at('/'), email: 'a@badges.example', allowedOrigins: 'badges.example' }),
    [at('/badge')]: badgeDocument({ id: at('/badge'), name: 'Sailor', description: 'Sails', criteria: 'Sailed', image: at('/badge.png'), issuer: at('/issuer') }),
    [at('/assertions/1')]: assertionDocument({ id: at('/assertions/1'), identity: hashIdentity('ada@example.org'), badge: at('/badge'), image: at('/1.png'), issuedOn: new Date('2026-03-01'), revoked: false }),
  };
  const { pkcs8, publicKeyMultibase } = await generateKey('Ed25519');
  const did = 'did:key:' + publicKeyMultibase;
  const document = credentialDocument({
    id: 'urn:uuid:1', name: 'Sailor', validFrom: new Date('2026-03-01'), issuer: { id: did, name: 'School' },
    subject: { id: 'urn:uuid:2' }, achievement: { id: 'urn:uuid:3', name: 'S', description: 'S', criteria: { narrative: 'S' } },
  });
  const signer = await importEd25519Signer(pkcs8, did + '#' + publicKeyMultibase);
  globalThis.text = JSON.stringify(await signCredential(document, signer, new Date('2026-03-01')));
  globalThis.fetch = async (url) => web[url] ? Response.json(web[url]) : new Response('{}', { status: 404 });
`;

/** Returns the credential that the examples verify. */
async function textOfExample(): Promise<string> {
  const code = `import './given.js'; process.stdout.write(text)`;
  const args = ['--input-type=module', '-e', code];
  return (await promisify(execFile)(process.execPath, args, { cwd: packed.project })).stdout;
}

const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
const bare = ['--target', 'es2022', '--lib', 'es2023,dom,dom.iterable,dom.asynciterable'];

test('the manifest and types are sound, and the package depends on no package of ours', async () => {
  const { directory, tarball } = packed;
  const ours = Object.keys(manifest.dependencies).filter((name) => name.startsWith('@insignia/'));
  assert.deepEqual([ours, manifest.private], [[], undefined]);
  const { messages } = await publint({ pkgDir: directory, strict: true, pack: 'npm' });
  assert.deepEqual(
    messages.map((message) => formatMessage(message, manifest)),
    [],
  );
  const bytes = new Uint8Array(await readFile(tarball));
  const checked = await checkPackage(createPackageFromTarballData(bytes));
  assert.ok(checked.types, 'it has types');
  // ESM only; `require` works from Node 20.19. Older resolvers don't support exports.
  const besides = checked.problems.filter(
    (problem) =>
      problem.kind !== 'CJSResolvesToESM' &&
      !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
  );
  assert.deepEqual(besides, []);
});

test('in an empty project, all exports and README examples compile strictly', async () => {
  const paths = Object.keys(manifest.exports).map((path) => `@insignia/openbadges${path.slice(1)}`);
  const all = paths.map((path, at) => `export * as part${at} from '${path}';\n`).join('');
  await writeFile(join(packed.project, 'all.ts'), all);
  const modules = ['--module', 'nodenext', '--moduleResolution', 'nodenext'];
  const files = ['all.ts', 'given.d.ts', ...examples];
  // Without Node's types, as in a browser.
  const options = [...modules, ...strict, ...bare, '--types', '', ...files];
  await compile(packed.project, { resolve: join(root, 'package.json'), options });
});

/** With default settings. */
const bundlers: Record<string, (page: string) => Promise<string | undefined>> = {
  esbuild: async (page) => {
    const { outputFiles } = await build({
      ...{ entryPoints: [page], bundle: true, write: false, format: 'iife', logLevel: 'silent' },
    });
    return outputFiles[0]?.text;
  },
  vite: async (page) => {
    const buildOutput = await buildByVite({
      ...{ root: packed.project, configFile: false, logLevel: 'silent' },
      build: {
        ...{ write: false, modulePreload: false, minify: false },
        rolldownOptions: {
          ...{ input: page, output: { format: 'iife', codeSplitting: false } },
          // A plain script has no URL, and nothing that needs one is used.
          checks: { emptyImportMeta: false },
        },
      },
    });
    const [bundle] = [buildOutput].flat();
    return bundle && 'output' in bundle ? bundle.output[0].code : undefined;
  },
};

test('bundled for a browser with default settings, the package verifies as in Node', async () => {
  const they = await ecdsaIssuer();
  const { proof: _, ...credential } = JSON.parse(await textOfExample());
  const issuer = { ...credential.issuer, id: they.did };
  const base = await issueBase(['/issuer'], { ...credential, issuer }, they);
  const derived = await disclose(base, ['/id', '/validFrom', '/credentialSubject']);
  const page = join(packed.project, 'page.js');
  await writeFile(
    page,
    `import { verify } from '@insignia/openbadges/v3/verify';
     const read = async () => ({ problem: 'is not asked', outcome: 'unknown' });
     globalThis.judge = async (source) => (await verify({ source, now: Date.now(), read })).status;`,
  );
  const browser = await openBrowser();
  try {
    for (const [name, bundle] of Object.entries(bundlers)) {
      const tab = await browser.newPage();
      // Web Crypto requires a secure context.
      await tab.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '<p>' }));
      await tab.goto('https://page.example/');
      await tab.addScriptTag({ content: (await bundle(page)) ?? '' });
      const documents = [base, derived, { ...base, name: 'x' }, { ...derived, name: 'x' }];
      const verdicts = await tab.evaluate<string[]>(
        `Promise.all(${JSON.stringify(documents.map((each) => JSON.stringify(each)))}.map(judge))`,
      );
      assert.deepEqual(verdicts, ['valid', 'valid', 'invalid', 'invalid'], name);
    }
  } finally {
    await browser.close();
  }
});

for (const [name, find] of [
  ['this Node', async () => process.execPath],
  ['the oldest Node that it is for', findNode20],
] as const)
  test(`each README example prints the documented output on ${name}`, async (t) => {
    const program = await find();
    if (!program) return t.skip('there is no Node 20 in PATH');
    const outputs = await Promise.all(
      examples.map(async (file) => {
        const args = ['--import', './given.js', file.replace(/ts$/, 'js')];
        return (await promisify(execFile)(program, args, { cwd: packed.project })).stdout.trim();
      }),
    );
    assert.deepEqual(outputs, [
      'https://badges.example/assertions/1',
      'valid',
      'eddsa-rdfc-2022',
      'valid true',
      'Signed by fjord.example (did:web).\nHosted at fjord.example.',
      '2.0, 3.0',
    ]);
  });
