import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationBody, previewBrand } from '@insignia/contract';
import { createShades } from '@insignia/tokens/shades';
import { sql } from 'kysely';
import sharp from 'sharp';
import { assertOk, assertRefused } from './support/client.ts';
import { badgeImage, dataUri, pngBytes } from './support/images.ts';
import { readPdf } from './support/pdf.ts';
import { createBadge, createIssuer, createOwner, issueAward } from './support/people.ts';
import { useInstance } from './support/use-instance.ts';

const instance = await useInstance({ RATE_LIMIT: '1' });
const owner = await createOwner(instance, 'unlimited');
const issuer = await createIssuer(owner, { logo: await badgeImage() });

type Body = OperationBody<typeof previewBrand>;
const path = () => `/issuers/${issuer}/brand/preview`;
async function seen(
  body: Partial<Body>,
  issuerId = issuer,
): Promise<{ type: string | null; bytes: Buffer }> {
  const answer = await owner.insignia.issuers.previewBrand({ issuerId, ...body });
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  return {
    type: answer.headers.get('content-type'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
}
const signed = async (red = 1) => ({
  ...{ name: 'Emmy Noether', title: 'Dekanin', picture: dataUri(await pngBytes(240, 80, red)) },
});
/** All rows that a preview could leave. */
async function countStored(): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from images) as images, (select count(*) from brands) as brands, (select count(*) from cards) as cards,
      (select count(*) from brand_signatures) as signatures, (select count(*) from audit_log) as acts,
      (select count(*) from credentials) as credentials`.execute(instance.db);
  return rows;
}

test('a brand preview renders certificate, image and card without saving anything', async () => {
  const before = await countStored();
  const brand = {
    ...({ accentColor: '#8a1538', certificateStyle: 'modern', language: 'de' } as const),
    ...({ orientation: 'portrait', paper: 'letter' } as const),
    signatures: [await signed()],
    logoDark: await badgeImage(7),
  };
  const pdf = await seen({ ...brand, recipientName: 'Ada Lovelace' });
  assert.equal(pdf.type, 'application/pdf');
  const { text, size, pages } = await readPdf(pdf.bytes);
  assert.deepEqual([pages, size.map(Math.round)], [1, [612, 792]]);
  for (const words of ['ZERTIFIKAT', 'Ada Lovelace', 'Emmy Noether', 'Dekanin', 'Datenanalyse'])
    assert.ok(text.includes(words), `${words}\n${text}`);
  const picture = await seen({ ...brand, file: 'certificate.png' });
  const shown = await sharp(picture.bytes).metadata();
  assert.deepEqual([picture.type, shown.format, shown.height], ['image/png', 'png', 1_200]);
  const card = await seen({ accentColor: '#8a1538', language: 'ar', file: 'card.png' });
  const corner = await sharp(card.bytes)
    .extract({ left: 1_150, top: 0, width: 50, height: 50 })
    .removeAlpha()
    .raw()
    .toBuffer();
  const accent = Buffer.from(createShades('#8a1538').onLight.slice(1), 'hex');
  assert.ok(
    [0, 1, 2].every((n) => Math.abs((corner[n] ?? 0) - (accent[n] ?? 0)) <= 6),
    corner.subarray(0, 3).toString('hex'),
  );
  assert.deepEqual(await countStored(), before);
  assert.equal(
    (await owner.insignia.issuers.brand({ issuerId: issuer })).certificateStyle,
    'classic',
  );
});

test('the sample badge has the accent color of the preview, independent of earlier previews', async () => {
  const plain = await createIssuer(owner);
  for (const [accentColor, mine, other] of [
    ['#1530c0', 2, 0],
    ['#b01520', 0, 2],
  ] as const) {
    const { bytes } = await seen({ accentColor, file: 'certificate.png' }, plain);
    const { data, info } = await sharp(bytes)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const counts = { mine: 0, other: 0 };
    for (let at = 0; at < data.length; at += info.channels) {
      const difference = (data[at + mine] ?? 0) - (data[at + other] ?? 0);
      if (difference > 80) counts.mine++;
      if (difference < -80) counts.other++;
    }
    assert.ok(
      counts.mine > 1_000 && counts.other === 0,
      JSON.stringify({ accentColor, ...counts }),
    );
  }
});

test('a preview with a credential shows its data, and accepts only credentials of this issuer', async () => {
  const id = await issueAward(owner, await createBadge(owner, issuer, { name: 'First Steps' }), {
    recipient: { name: 'Grace Hopper', email: 'grace@example.org' },
  });
  const { text } = await readPdf((await seen({ credentialId: id, language: 'fr' })).bytes);
  for (const words of ['Grace Hopper', 'First Steps', 'Ce certificat est décerné à'])
    assert.ok(text.includes(words), `${words}\n${text}`);
  await owner.insignia.credentials.revoke({ awardId: id });
  assert.ok((await readPdf((await seen({ credentialId: id })).bytes)).text.includes('REVOKED'));
  const other = await issueAward(owner, await createBadge(owner, await createIssuer(owner)));
  for (const credentialId of [other, issuer, 'nonsense'])
    assertRefused(
      await owner.api('POST', path(), { parameters: { credentialId } }),
      404,
      'credential_not_found',
    );
});

test('a preview refuses the same input as a brand change, but needs no write access', async () => {
  const signature = await signed(2);
  const saved = await owner.insignia.issuers.updateBrand({
    issuerId: issuer,
    signatures: [signature],
  });
  const picture = saved.signatures[0]?.picture ?? '';
  assertOk(
    await owner.read('POST', path(), { parameters: { signatures: [{ name: 'A', picture }] } }),
  );
  const strange = (await owner.insignia.issuers.get({ issuerId: issuer })).logo;
  for (const parameters of [
    { accentColor: 'red' },
    { logoDark: 'AAAA' },
    { signatures: [{ name: 'A', picture: dataUri(await pngBytes(10, 10)) }] },
    { signatures: [{ name: 'A', picture: strange }] },
    { certificateStyle: 'baroque', footText: 'a\nb' },
  ]) {
    const preview = await owner.api('POST', path(), { parameters });
    const change = await owner.api('PUT', `/issuers/${issuer}/brand`, { parameters });
    assertRefused(preview, 400, 'invalid_request');
    assert.deepEqual(preview.body.details, change.body.details);
  }
  assertRefused(
    await owner.api('POST', path(), { parameters: { file: 'certificate.svg' } }),
    400,
    'invalid_request',
    'file',
  );
});

test('an account can render at most 300 previews a minute', async () => {
  await seen({ file: 'card.png' });
  const { numAffectedRows } = await sql`
    update rate_limits set points = 300 where key like 'brand-previews:%'`.execute(instance.db);
  assert.equal(numAffectedRows, 1n);
  const refused = await owner.api('POST', path(), { parameters: {} });
  assertRefused(refused, 429, 'too_many_requests');
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
});
