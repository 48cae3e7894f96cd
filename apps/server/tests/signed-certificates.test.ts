import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { assertOk, createTestClient } from './support/client.ts';
import { startInstance } from './support/instance.ts';
import { readPdf } from './support/pdf.ts';
import { createBadge, createIssuer, createOwner, issueAward } from './support/people.ts';
import { findFreePort } from './support/port.ts';
import { runBeforeStatement } from './support/run-before-statement.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { useInstance } from './support/use-instance.ts';

// did:web requires a name.
const port = String(await findFreePort());
const instance = await useInstance({ PORT: port, BASE_URL: `http://localhost:${port}` });
const owner = await createOwner(instance, 'unlimited');
const badgeId = await createBadge(owner, await createIssuer(owner));
const anyone = createTestClient(instance.url);

async function print(id: string): Promise<Buffer> {
  const response = await fetch(`${instance.url}/awards/${id}/pdf`);
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}
async function readSignedCopy(pdf: Buffer) {
  const { attachments } = await readPdf(pdf);
  assert.deepEqual(
    attachments.map(({ name }) => name),
    ['credential.json'],
  );
  return JSON.parse(attachments[0]?.text ?? '');
}
const sign = async (id: string) => assertOk(await anyone('GET', `/credentials/${id}/vc`)).body;
const verify = async (document: object) =>
  assertOk(await anyone('POST', '/verify', { document })).body;

test('a certificate contains its signed credential as an associated file of PDF/A-3', async () => {
  const id = await issueAward(owner, badgeId, { expires: '2099-01-01' });
  const pdf = await print(id);
  const document = await readSignedCopy(pdf);
  assert.deepEqual(document, await sign(id));
  assert.equal((await verify(document)).status, 'valid');
  const text = pdf.toString('latin1');
  assert.match(text, /pdfaid:part>3<[\s\S]*pdfaid:conformance>A</);
  assert.match(text, /\/AFRelationship \/Data/);
  assert.match(text, /\/Type \/Catalog[\s\S]*?\/AF \[/);
  assert.match(text, /\/Subtype \/application#2[Ff]ld(?:\+|#2[Bb])json/);
});

test('a certificate is the same file each time, also from another process', async () => {
  const id = await issueAward(owner, badgeId);
  const [first, ...others] = await runConcurrently(4, () => print(id));
  const beside = await startInstance({
    ...{ DATABASE_URL: instance.databaseUrl, BASE_URL: instance.url },
    DATA_DIR: instance.config.dataDir,
  });
  const response = await fetch(`${beside.direct}/awards/${id}/pdf`);
  assert.equal(response.status, 200);
  others.push(Buffer.from(await response.arrayBuffer()));
  await beside.stop();
  for (const pdf of others) assert.ok(first?.equals(pdf));
});

test('the certificate of a corrected credential contains the new copy, and the earlier copy is revoked', async () => {
  const id = await issueAward(owner, badgeId);
  const earlier = await readSignedCopy(await print(id));
  await owner.insignia.credentials.correct({ awardId: id, recipient: { name: 'Ada Lovelace' } });
  await instance.waitForInvalidation();
  const pdf = await print(id);
  const document = await readSignedCopy(pdf);
  assert.ok(JSON.stringify(document).includes('Ada Lovelace'));
  assert.match((await readPdf(pdf)).text, /Ada Lovelace/);
  assert.equal((await verify(document)).status, 'valid');
  assert.equal((await verify(earlier)).status, 'revoked');
});

test('the certificate of a revoked credential contains a copy that verifies as revoked', async () => {
  const id = await issueAward(owner, badgeId);
  await owner.insignia.credentials.revoke({ awardId: id });
  assert.equal((await verify(await readSignedCopy(await print(id)))).status, 'revoked');
});

test('a certificate that is printed while its credential is corrected never mixes two editions', async () => {
  const id = await issueAward(owner, badgeId);
  const names = Array.from({ length: 6 }, (_, n) => `Edition Number ${n}`);
  let isDone = false;
  const correct = async () => {
    for (const name of names)
      await owner.insignia.credentials.correct({ awardId: id, recipient: { name } });
    isDone = true;
  };
  const printRepeatedly = async () => {
    const files = [];
    while (!isDone) files.push(await print(id));
    return files;
  };
  const [, ...pdfs] = await Promise.all([correct(), printRepeatedly(), printRepeatedly()]);
  for (const pdf of pdfs.flat()) {
    const { text, attachments } = await readPdf(pdf);
    const printed = [...names, 'Charles Babbage'].filter((name) => text.includes(name));
    assert.equal(printed.length, 1, text);
    for (const attachment of attachments) assert.ok(attachment.text.includes(printed[0] ?? '-'));
  }
});

test('a certificate that is printed while its results are corrected has those of its copy', async () => {
  const attributes = [{ name: 'Grade', type: 'text', resultType: 'LetterGrade' }];
  const badge = await createBadge(owner, await createIssuer(owner), { attributes });
  const id = await issueAward(owner, badge, { attributes: { Grade: 'Passed' } });
  const grades = ['Passed', 'Distinction'];
  let pdf: Buffer = Buffer.alloc(0);
  const { isDone } = await runBeforeStatement(
    ({ text }) => text.includes('signed_credentials') && text.includes(' as keys'),
    () => owner.insignia.credentials.correct({ awardId: id, attributes: { Grade: 'Distinction' } }),
    async () => {
      pdf = await print(id);
    },
  );
  assert.ok(isDone);
  const { text, attachments } = await readPdf(pdf);
  const [copy] = attachments;
  for (const shown of [text, copy?.text ?? ''])
    assert.deepEqual(
      grades.filter((grade) => shown.includes(grade)),
      ['Distinction'],
      shown,
    );
});

test('a preview contains no credential', async () => {
  const id = await issueAward(owner, badgeId);
  const { rows } = await sql<{ issuerId: string }>`
    select issuer_id as "issuerId" from badges where id = ${badgeId}`.execute(instance.db);
  const response = await fetch(`${instance.url}/issuers/${rows[0]?.issuerId}/brand/preview`, {
    method: 'POST',
    headers: { 'x-api-key': owner.key, 'content-type': 'application/json' },
    body: JSON.stringify({ parameters: { file: 'certificate.pdf', credentialId: id } }),
  });
  assert.equal(response.status, 200);
  const { attachments, text } = await readPdf(Buffer.from(await response.arrayBuffer()));
  assert.deepEqual(attachments, []);
  assert.match(text, /XXXX-XXXX/);
});

test('a certificate whose issuer’s key can’t be decrypted is printed without a credential', async () => {
  const issuerId = await createIssuer(owner);
  const id = await issueAward(owner, await createBadge(owner, issuerId));
  assertOk(await anyone('GET', `/issuer/${issuerId}/did.json`));
  await sql`update issuer_keys set sealed = decode(repeat('00', 80), 'hex') where issuer_id = ${issuerId}`.execute(
    instance.db,
  );
  await sql`insert into settings (name, value) values ('secret_rotation', 'a moment ago')`.execute(
    instance.db,
  );
  const { attachments, text } = await readPdf(await print(id));
  await sql`delete from settings where name = 'secret_rotation'`.execute(instance.db);
  assert.deepEqual(attachments, []);
  assert.match(text, /Charles Babbage/);
});
