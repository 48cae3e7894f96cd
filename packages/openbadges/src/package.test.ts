import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test('the package that is published stands alone: JavaScript with types, and nothing of ours beside it', async () => {
  const directory = `${root}node_modules/.cache/openbadges-package`;
  execFileSync(process.execPath, [`${root}scripts/pack-openbadges.ts`, directory]);
  const { baked, hashed } = JSON.parse(
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `const { hashIdentity, unbake } = await import(${JSON.stringify(`${directory}/dist/index.js`)});
         const svg = '<svg xmlns:o="http://openbadges.org"><o:assertion verify="https://a.example/1"/></svg>';
         console.log(JSON.stringify({ baked: await unbake(new TextEncoder().encode(svg)), hashed: hashIdentity('A@b.c') }));`,
      ],
      { encoding: 'utf8' },
    ),
  );
  assert.deepEqual([baked, hashed.slice(0, 7)], ['https://a.example/1', 'sha256$']);
  const types = await readFile(`${directory}/dist/index.d.ts`, 'utf8');
  assert.match(types, /\bcheck\b/);
  const { dependencies, private: isPrivate } = JSON.parse(
    await readFile(`${directory}/package.json`, 'utf8'),
  );
  const ours = Object.keys(dependencies).filter((name) => name.startsWith('@insignia/'));
  assert.deepEqual([ours, isPrivate], [[], undefined]);
});

test('what is published of Open Badges 3.0 signs and verifies, and goes into a browser’s bundle without anything of Node', async () => {
  const directory = `${root}node_modules/.cache/openbadges-package-3`;
  execFileSync(process.execPath, [`${root}scripts/pack-openbadges.ts`, directory]);
  const { exports } = JSON.parse(await readFile(`${directory}/package.json`, 'utf8'));
  const at = (path: string): string => JSON.stringify(`${directory}/${exports[path].default}`);
  const status = execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `const v3 = await import(${at('./v3')});
       const { verify } = await import(${at('./v3/verify')});
       const { pkcs8, publicKeyMultibase } = await v3.generateKey('Ed25519');
       const did = 'did:key:' + publicKeyMultibase;
       const document = v3.credentialDocument({
         id: 'urn:uuid:1', name: 'N', issuer: { id: did, name: 'S' }, validFrom: new Date(0), subject: { id: 'urn:uuid:2' },
         achievement: { id: 'urn:uuid:3', name: 'N', description: 'D', criteria: { narrative: 'C' } },
       });
       const signer = await v3.ed25519SignerOf(pkcs8, v3.verificationMethodId(did, publicKeyMultibase));
       const source = JSON.stringify(await v3.signCredential(document, signer, new Date(0)));
       console.log((await verify({ source, now: Date.now(), read: () => { throw new Error('asked'); } })).status);`,
    ],
    { encoding: 'utf8' },
  );
  assert.equal(status, 'valid\n');
  for (const path of Object.keys(exports))
    await build({
      ...{ entryPoints: [`${directory}/${exports[path].default}`], bundle: true, write: false },
      ...{ platform: 'browser', format: 'esm', logLevel: 'silent' },
    });
});
