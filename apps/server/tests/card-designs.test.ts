import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import sharp from 'sharp';
import { assertOk, assertRefused } from './support/client.ts';
import { dataUri, pngBytes } from './support/images.ts';
import { createBadge, createIssuer, createOwner, issueAward } from './support/people.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance({ RATE_LIMIT: '1' });
const owner = await createOwner(instance, 'unlimited');
const { insignia } = owner;
const issuerId = await createIssuer(owner);

type Color = '#7d1234' | '#123b7a' | '#0a7d3c';
const text = { id: 'name', type: 'text', x: 100, y: 200, width: 1_000, height: 200, size: 90 };
const card = (color: Color, more: object[] = []) => ({
  ...{ insigniaDesign: 1, kind: 'card', background: { color } },
  layers: [{ ...text, text: '{{recipient_name}}', color: '#ffffff' }, ...more],
});
const create = async (color: Color, of = issuerId): Promise<string> =>
  (await insignia.certificates.create({ issuerId: of, name: color, design: card(color) }))
    .certificateId;
const certificate = {
  ...{ insigniaDesign: 1, kind: 'certificate', paper: 'a4', orientation: 'portrait' },
  layers: [],
};
const path = (id: string, of = issuerId) => `/issuers/${of}/certificates/${id}`;

/** Color of a pixel, and the size in pixels. */
async function readCard(bytes: ArrayBuffer | Buffer, x = 10, y = 10) {
  const { data, info } = await sharp(Buffer.from(bytes as Buffer))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * 3;
  return {
    size: [info.width, info.height],
    color: `#${data.subarray(at, at + 3).toString('hex')}`,
  };
}
async function readServed(awardId: string): Promise<string> {
  const response = await fetch(`${instance.url}/credentials/${awardId}/card.png`);
  assert.equal(response.status, 200);
  const { size, color } = await readCard(await response.arrayBuffer());
  assert.deepEqual(size, [1_200, 630]);
  return color;
}
const finish = async (jobIds: string[]) => {
  for (const jobId of jobIds)
    await waitForCondition(
      'it is updated',
      async () => (await insignia.jobs.get({ jobId })).finishedAt !== null,
    );
};

test('a design of a card is created, listed with its kind, read and changed, but not into a certificate', async () => {
  const certificateId = await create('#7d1234');
  const { items } = await insignia.certificates.list({ issuerId });
  const listed = items.find((each) => each.certificateId === certificateId);
  assert.deepEqual([listed?.kind, listed?.badges, listed?.isDefault], ['card', 0, false]);
  const found = await insignia.certificates.get({ issuerId, certificateId });
  assert.equal(found.kind, 'card');
  const [layer] = found.design.layers as Record<string, unknown>[];
  assert.deepEqual([layer?.font, layer?.fit], ['Source Serif 4', 'shrink']);
  await insignia.certificates.update({ issuerId, certificateId, design: found.design });
  const changed = await owner.api('PUT', path(certificateId), {
    parameters: { design: certificate },
  });
  assertRefused(changed, 400, 'invalid_request', 'design.kind');
  await insignia.certificates.delete({ issuerId, certificateId });
});

test('errors of a card name the layer, and members of certificates are refused', async () => {
  const send = (design: object) =>
    owner.api('POST', `/issuers/${issuerId}/certificates`, { parameters: { name: 'A', design } });
  for (const [design, field] of [
    [card('#7d1234', [{ ...text, id: 'b', text: '{{recipient_nmae}}' }]), 'design.layers.1.text'],
    [card('#7d1234', [{ ...text, id: 'b', text: 'b', size: 900 }]), 'design.layers.1.size'],
    [card('#7d1234', [{ ...text, id: 'b', text: 'b', x: 9_000 }]), 'design.layers.1.x'],
    [card('#7d1234', [{ ...text, text: 'twice' }]), 'design.layers'],
    [{ ...card('#7d1234'), paper: 'a4' }, 'design'],
    [{ ...card('#7d1234'), back: { layers: [] } }, 'design'],
    [{ ...card('#7d1234'), kind: 'poster' }, 'design.kind'],
    [
      card('#7d1234', [{ ...text, id: 'p', type: 'picture', picture: 'b'.repeat(59) }]),
      'design.layers.1',
    ],
  ] as const)
    assertRefused(await send(design), 400, 'invalid_request', field);
  const many = Array.from({ length: 900 }, () => ({ type: 'text' }));
  const crowded = await send(card('#7d1234', many));
  assertRefused(crowded, 400, 'invalid_request', 'design.layers');
  assert.equal(crowded.body.details.length, 1);
});

test('a badge chooses a card of its issuer, the brand one for all others, and without both it is the usual one', async () => {
  const of = await createIssuer(owner);
  const [chosen, usual] = [await create('#7d1234', of), await create('#123b7a', of)];
  const badgeId = await createBadge(owner, of, { cardId: chosen });
  const other = await createBadge(owner, of);
  const plain = await issueAward(owner, other);
  const before = await readServed(plain);
  assert.ok(!['#7d1234', '#123b7a'].includes(before), before);
  await insignia.issuers.updateBrand({ issuerId: of, cardId: usual });
  assert.equal((await insignia.badges.get({ badgeId })).cardId, chosen);
  assert.equal((await insignia.issuers.brand({ issuerId: of })).cardId, usual);
  assert.equal(await readServed(await issueAward(owner, badgeId)), '#7d1234');
  assert.equal(await readServed(await issueAward(owner, other)), '#123b7a');
  assert.equal(await readServed(plain), before);
  const { items } = await insignia.certificates.list({ issuerId: of });
  assert.deepEqual(
    items.map(({ badges, isDefault }) => [badges, isDefault]),
    [
      [0, true],
      [1, false],
    ],
  );
  await insignia.badges.update({ badgeId, cardId: null });
  assert.equal(await readServed(await issueAward(owner, badgeId)), '#123b7a');
});

test('a card isn’t chosen as a certificate, nor a certificate as a card, nor one of another issuer', async () => {
  const of = await createIssuer(owner);
  const mine = await create('#7d1234', of);
  const { certificateId } = await insignia.certificates.create({
    ...{ issuerId: of, name: 'Sheet', design: certificate },
  });
  const badgeId = await createBadge(owner, of);
  for (const parameters of [
    { certificateId: mine },
    { cardId: certificateId },
    { cardId: await create('#7d1234') },
  ]) {
    const badge = await owner.api('PUT', `/badges/${badgeId}`, { parameters });
    assertRefused(badge, 404, 'certificate_not_found');
    const brand = await owner.api('PUT', `/issuers/${of}/brand`, { parameters });
    assertRefused(brand, 404, 'certificate_not_found');
  }
});

test('a credential keeps the card of its edition until issued credentials are updated, and its page names the new card', async () => {
  const of = await createIssuer(owner);
  const certificateId = await create('#7d1234', of);
  const badgeId = await createBadge(owner, of, { cardId: certificateId });
  const readAddress = async (awardId: string) => {
    const page = await fetch(`${instance.url}/credentials/${awardId}`, {
      headers: { accept: 'text/html' },
    });
    return /card\.png[^"]*/.exec(await page.text())?.[0];
  };
  const update = (color: Color, applyToIssued = false) =>
    insignia.certificates.update({
      ...{ issuerId: of, certificateId, design: card(color), applyToIssued },
    });
  const first = await issueAward(owner, badgeId);
  const address = await readAddress(first);
  assert.ok(address);
  await update('#123b7a');
  const second = await issueAward(owner, badgeId);
  assert.deepEqual([await readServed(first), await readServed(second)], ['#7d1234', '#123b7a']);
  const { jobIds } = await update('#0a7d3c', true);
  assert.equal(jobIds.length, 1);
  await finish(jobIds);
  assert.deepEqual([await readServed(first), await readServed(second)], ['#0a7d3c', '#0a7d3c']);
  assert.notEqual(await readAddress(first), address);
});

test('issued credentials of a design are counted: those of badges that have chosen it, or all of the issuer if it is the default', async () => {
  const of = await createIssuer(owner);
  const [chosen, usual] = [await create('#7d1234', of), await create('#123b7a', of)];
  const badgeId = await createBadge(owner, of, { cardId: chosen });
  const other = await createBadge(owner, of);
  const revoked = await issueAward(owner, badgeId);
  for (const id of [badgeId, badgeId, other]) await issueAward(owner, id);
  await insignia.credentials.revoke({ awardId: revoked });
  const count = async (certificateId: string) =>
    insignia.certificates.countIssued({ issuerId: of, certificateId });
  assert.deepEqual(await count(chosen), { count: 2, isMore: false });
  assert.deepEqual(await count(usual), { count: 0, isMore: false });
  await insignia.issuers.updateBrand({ issuerId: of, cardId: usual });
  assert.deepEqual(await count(usual), { count: 3, isMore: false });
  const missing = await owner.api('GET', `${path(badgeId, of)}/issued`);
  assertRefused(missing, 404, 'certificate_not_found');
});

test('a card in use is not deleted, unused versions are, and issued credentials keep a deleted one', async () => {
  const of = await createIssuer(owner);
  const certificateId = await create('#7d1234', of);
  for (const color of ['#123b7a', '#0a7d3c'] as const)
    await insignia.certificates.update({ issuerId: of, certificateId, design: card(color) });
  const badgeId = await createBadge(owner, of, { cardId: certificateId });
  await insignia.issuers.updateBrand({ issuerId: of, cardId: certificateId });
  const awardId = await issueAward(owner, badgeId);
  const refused = await owner.api('DELETE', path(certificateId, of));
  assertRefused(refused, 409, 'certificate_in_use');
  assert.match(refused.body.error, /chosen by 1 badge\(s\) and the brand's default/);
  await insignia.badges.update({ badgeId, cardId: null });
  await insignia.issuers.updateBrand({ issuerId: of, cardId: null });
  assertOk(await owner.api('DELETE', path(certificateId, of)));
  assert.equal(await readServed(awardId), '#0a7d3c');
  const { rows } = await sql<{ version: number }>`
    select version from certificate_versions where certificate_id = ${certificateId}`.execute(
    instance.db,
  );
  assert.deepEqual(rows, [{ version: 3 }]);
});

test('the template is the usual card in the look of the brand, in any language, with and without a logo', async () => {
  for (const [language, of] of [
    ['en', await createIssuer(owner)],
    ['ar', await createIssuer(owner, { logo: dataUri(await pngBytes(64, 64)) })],
  ] as const) {
    await insignia.issuers.updateBrand({ issuerId: of, language, accentColor: '#7d1234' });
    const { items } = await insignia.certificates.templates({ issuerId: of, kind: 'card' });
    const [template] = items;
    assert.deepEqual([items.length, template?.style], [1, 'card']);
    const design = template?.design ?? {};
    await insignia.certificates.create({ issuerId: of, name: 'Card', design });
    const answer = await insignia.certificates.preview({ issuerId: of, design });
    const bytes = await answer.arrayBuffer();
    const [left, right] = [await readCard(bytes), await readCard(bytes, 1_190)];
    assert.deepEqual(
      [left.color, right.color],
      language === 'ar' ? ['#ffffff', '#7d1234'] : ['#7d1234', '#ffffff'],
    );
  }
});

test('a preview of a card is card.png, and files of the other kind are refused', async () => {
  const preview = (design: object, file?: string, more: object = {}) =>
    owner.api('POST', `/issuers/${issuerId}/certificates/preview`, {
      parameters: { design, ...(file && { file }), ...more },
    });
  const design = card('#123b7a');
  const answer = await insignia.certificates.preview({ issuerId, design, recipientName: 'Ada' });
  assert.equal(answer.headers.get('content-type'), 'image/png');
  assert.match(answer.headers.get('content-disposition') ?? '', /card\.png/);
  assert.equal((await readCard(await answer.arrayBuffer())).color, '#123b7a');
  assertOk(await preview(design, 'card.png', { recipient: 'longest_name' }));
  for (const file of ['certificate.pdf', 'print.pdf', 'certificate.png'])
    assertRefused(await preview(design, file), 400, 'invalid_request', 'file');
  assertRefused(await preview(certificate, 'card.png'), 400, 'invalid_request', 'file');
  const missing = await preview(design, undefined, { recipientName: 'Ada 𓀀' });
  assert.equal(missing.headers.get('insignia-missing-letters'), 'true');
});

test('cards that share layers show the shapes of their own design, dates and preview', async () => {
  const of = await createIssuer(owner);
  const panel = (id: string, x: number, color: Color, more: object = {}) => ({
    ...{ id, type: 'shape', x, y: 0, width: 100, height: 100, ...more },
    ...{ shape: { kind: 'rectangle', radius: 0 }, fill: { type: 'color', color } },
  });
  const design = (color: Color) => ({
    ...card('#123b7a'),
    layers: [
      ...[panel('panel', 0, color), panel('seal', 200, color, { showIf: 'expires' })],
      { ...text, text: '{{recipient_name}}', color: '#ffffff' },
    ],
  });
  const { certificateId } = await insignia.certificates.create({
    ...{ issuerId: of, name: 'With shapes', design: design('#7d1234') },
  });
  const badgeId = await createBadge(owner, of, { cardId: certificateId });
  // A preview of a change that is never saved, often enough that its layers are kept.
  for (const recipientName of ['Ada', 'Ben', 'Cem']) {
    const answer = await insignia.certificates.preview({
      ...{ issuerId: of, design: design('#0a7d3c'), recipientName },
    });
    assert.equal((await readCard(await answer.arrayBuffer())).color, '#0a7d3c');
  }
  const issue = (expires?: string) => issueAward(owner, badgeId, expires ? { expires } : {});
  const usual = [await issue(), await issue(), await issue()];
  const expiring = [
    await issue('2199-01-01'),
    await issue('2199-01-01'),
    await issue('2199-01-01'),
  ];
  const assertColors = async (color: Color) => {
    for (const awardId of [...usual, ...expiring]) {
      const response = await fetch(`${instance.url}/credentials/${awardId}/card.png`);
      const bytes = await response.arrayBuffer();
      const seal = expiring.includes(awardId) ? color : '#123b7a';
      assert.deepEqual(
        [(await readCard(bytes)).color, (await readCard(bytes, 250)).color],
        [color, seal],
      );
    }
  };
  await assertColors('#7d1234');
  const { jobIds } = await insignia.certificates.update({
    ...{ issuerId: of, certificateId, design: design('#0a7d3c'), applyToIssued: true },
  });
  await finish(jobIds);
  await assertColors('#0a7d3c');
});

test('a card shows its short code only if the design does', async () => {
  const code = { ...text, id: 'code', y: 450, height: 60, size: 40, text: '{{short_code}}' };
  const { certificateId } = await insignia.certificates.create({
    ...{ issuerId, name: 'With its code', design: card('#0a7d3c', [code]) },
  });
  const [shown, plain] = await Promise.all(
    [certificateId, await create('#123b7a')].map(async (cardId) =>
      issueAward(owner, await createBadge(owner, issuerId, { cardId })),
    ),
  );
  assert.equal(await readServed(shown ?? ''), '#0a7d3c');
  assert.equal(await readServed(plain ?? ''), '#123b7a');
  const { rows } = await sql<{ id: string }>`
    select credential_id as id from short_codes where credential_id in (${shown}, ${plain})`.execute(
    instance.db,
  );
  assert.deepEqual(rows, [{ id: shown }]);
});

test('a layer of a card may depend on the short code, which it needn’t show', async () => {
  const box = { ...{ x: 0, y: 0, width: 1_200, height: 630 }, type: 'shape' };
  const fill = { type: 'color', color: '#7d1234' };
  const layer = { ...box, id: 'cover', shape: { kind: 'rectangle', radius: 0 }, fill };
  const { certificateId: cardId } = await insignia.certificates.create({
    ...{ issuerId, name: 'With a condition' },
    design: card('#0a7d3c', [{ ...layer, showIf: 'short_code' }]),
  });
  const badgeId = await createBadge(owner, issuerId, { cardId });
  assert.equal(await readServed(await issueAward(owner, badgeId)), '#7d1234');
});
