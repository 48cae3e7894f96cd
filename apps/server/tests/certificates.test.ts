import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_CERTIFICATES } from '@insignia/contract';
import { certificateTemplates, styleDesigns } from '@insignia/design';
import { sql } from 'kysely';
import sharp from 'sharp';
import { registerCertificatesWork } from '../src/features/certificates/index.ts';
import { collectWork } from '../src/platform/jobs/index.ts';
import { type ApiResponse, assertOk, assertRefused } from './support/client.ts';
import { badgeImage, dataUri, pngBytes } from './support/images.ts';
import { readPdf } from './support/pdf.ts';
import { createBadge, createIssuer, createOwner, issueAward } from './support/people.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { isShort } from './support/test-form.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance({ RATE_LIMIT: '1' });
const owner = await createOwner(instance, 'unlimited');
const { insignia } = owner;
const issuerId = await createIssuer(owner);

const text = (words: string, more: object = {}) => ({
  ...{ id: 'words', type: 'text', x: 20, y: 20, width: 170, height: 20, text: words, size: 20 },
  ...more,
});
const design = (layers: object[]) => ({
  ...{ insigniaDesign: 1, kind: 'certificate', paper: 'a4', orientation: 'portrait', layers },
});
const inWords = (words: string) => design([text(`${words} {{recipient_name}}`)]);
const create = async (words: string, of = issuerId): Promise<string> =>
  (await insignia.certificates.create({ issuerId: of, name: words, design: inWords(words) }))
    .certificateId;
async function readCertificate(awardId: string): Promise<string> {
  const response = await fetch(`${instance.url}/awards/${awardId}/pdf`);
  assert.equal(response.status, 200);
  return (await readPdf(new Uint8Array(await response.arrayBuffer()))).text;
}
const finish = async (jobIds: string[]) => {
  for (const jobId of jobIds)
    await waitForCondition(
      'it is updated',
      async () => (await insignia.jobs.get({ jobId })).finishedAt !== null,
    );
};
const path = (id: string, of = issuerId) => `/issuers/${of}/certificates/${id}`;

test('pictures of certificates are drawn one at a time per account, and too many at once are refused', async () => {
  const badgeId = await createBadge(owner, issuerId);
  const ids: string[] = [];
  for (let n = 0; n < 60; n++)
    ids.push(
      await issueAward(owner, badgeId, {
        recipient: { name: `Person ${n}`, email: `p${n}@example.org` },
      }),
    );
  const other = await createOwner(instance);
  const theirs = await issueAward(other, await createBadge(other, await createIssuer(other)));
  const load = async (id: string) => {
    const response = await fetch(`${instance.url}/credentials/${id}/certificate.png`);
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const all = ids.map(load);
  assert.equal((await load(theirs)).response.status, 200);
  const answers = await Promise.all(all);
  const drawn = answers.filter(({ response }) => response.status === 200);
  const refused = answers.filter(({ response }) => response.status === 503);
  assert.equal(drawn.length + refused.length, ids.length);
  assert.ok(drawn.length > 0 && refused.length > 0, `${drawn.length} drawn`);
  for (const { response, bytes } of refused) {
    assert.match(response.headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal(JSON.parse(bytes.toString()).code, 'busy');
    assert.equal(response.headers.get('cache-control'), 'no-store');
  }
  const last = ids.at(-1) ?? '';
  const first = await load(last);
  assert.equal(first.response.status, 200);
  assert.deepEqual((await load(last)).bytes, first.bytes);
});

test('a design is created, listed, read, renamed and deleted', async () => {
  const certificateId = await create('Diploma');
  const { items } = await insignia.certificates.list({ issuerId });
  const [listed] = items;
  assert.deepEqual(
    [listed?.certificateId, listed?.name, listed?.badges, listed?.isDefault],
    [certificateId, 'Diploma', 0, false],
  );
  assert.deepEqual([listed?.paper, listed?.orientation], ['a4', 'portrait']);
  const found = await insignia.certificates.get({ issuerId, certificateId });
  const [layer] = (found.design as { layers: Record<string, unknown>[] }).layers;
  assert.deepEqual([layer?.text, layer?.fit], ['Diploma {{recipient_name}}', 'shrink']);
  // The reply can be sent back.
  await insignia.certificates.update({ issuerId, certificateId, design: found.design });
  await insignia.certificates.update({ issuerId, certificateId, name: 'Degree' });
  assert.equal((await insignia.certificates.get({ issuerId, certificateId })).name, 'Degree');
  await insignia.certificates.delete({ issuerId, certificateId });
  const { api } = owner;
  for (const reply of [
    await api('GET', path(certificateId)),
    await api('PUT', path(certificateId), { parameters: { name: 'Degree' } }),
    await api('DELETE', path(certificateId)),
  ])
    assertRefused(reply, 404, 'certificate_not_found');
  const { rows } = await sql`select 1 from certificates where id = ${certificateId}`.execute(
    instance.db,
  );
  assert.equal(rows.length, 0);
});

test('of ten people who save at once, one saves and the others are refused', async () => {
  const certificateId = await create('Shared');
  const etag = assertOk(await owner.api('GET', path(certificateId))).headers.get('etag') ?? '';
  const answers = await runConcurrently(10, (n) =>
    owner.api(
      ...(['PUT', path(certificateId)] as const),
      { parameters: { design: inWords(`Save ${n}`) } },
      { 'if-match': etag },
    ),
  );
  const [saved, ...others] = answers.toSorted((one, other) => one.status - other.status);
  assertOk(saved ?? assert.fail());
  for (const refused of others) assertRefused(refused, 412, 'precondition_failed');
  const { rows } = await sql<{ version: number }>`
    select version from certificates where id = ${certificateId}`.execute(instance.db);
  assert.deepEqual(rows, [{ version: 2 }]);
});

test('a design that is deleted while a badge and the brand choose it is either gone or chosen', async () => {
  const of = await createIssuer(owner);
  const badgeId = await createBadge(owner, of);
  for (let round = 0; round < 5; round++) {
    const certificateId = await create(`Round ${round}`, of);
    const parameters = { certificateId };
    const [deleted, ...chosen] = await Promise.all([
      owner.api('DELETE', path(certificateId, of)),
      owner.api('PUT', `/badges/${badgeId}`, { parameters }),
      owner.api('PUT', `/issuers/${of}/brand`, { parameters }),
    ]);
    if (deleted.status === 200)
      for (const answer of chosen) assertRefused(answer, 404, 'certificate_not_found');
    else {
      assertRefused(deleted, 409, 'certificate_in_use');
      assert.ok(chosen.some(({ status }) => status === 200));
      assertOk(await owner.api('GET', path(certificateId, of)));
    }
    await insignia.badges.update({ badgeId, certificateId: null });
    await insignia.issuers.updateBrand({ issuerId: of, certificateId: null });
  }
});

test('pictures of another account are refused in layers, backgrounds and backs, also in previews', async () => {
  const other = await createOwner(instance);
  const { picture } = await other.insignia.designs.addPicture({
    image: dataUri(await pngBytes(64, 64, 33)),
    use: 'background',
  });
  const layer = { id: 'p', type: 'picture', x: 0, y: 0, width: 50, height: 50, picture };
  const background = { picture };
  const certificateId = await create('Own');
  const card = { insigniaDesign: 1, kind: 'card', layers: [] };
  const rows: [path: string, design: object][] = [
    ['design.layers.0.picture', design([{ ...layer, hidden: true }])],
    ['design.background.picture', { ...design([]), background }],
    ['design.back.layers.0.picture', { ...design([]), back: { layers: [layer] } }],
    ['design.back.background.picture', { ...design([]), back: { layers: [], background } }],
    ['design.background.picture', { ...card, background }],
  ];
  const place = `/issuers/${issuerId}/certificates`;
  for (const [wrong, foreign] of rows) {
    const created = { parameters: { name: 'Foreign', design: foreign } };
    const unnamed = { parameters: { design: foreign } };
    for (const answer of [
      await owner.api('POST', place, created),
      await owner.api('POST', `${place}/preview`, unnamed),
      await owner.api('PUT', path(certificateId), unnamed),
    ]) {
      assertRefused(answer, 400, 'invalid_request', wrong);
      assert.equal(answer.body.details.length, 1);
    }
  }
});

test('a save is not refused because a badge or the brand chose the design meanwhile, which reads report', async () => {
  const of = await createIssuer(owner);
  const certificateId = await create('Chosen', of);
  const read = async () =>
    assertOk(await owner.api('GET', path(certificateId, of))).headers.get('etag') ?? '';
  const opened = await read();
  await createBadge(owner, of, { certificateId });
  const chosen = await read();
  assert.notEqual(chosen, opened);
  await insignia.issuers.updateBrand({ issuerId: of, certificateId });
  assert.notEqual(await read(), chosen);
  const save = (name: string, etag: string) =>
    owner.api('PUT', path(certificateId, of), { parameters: { name } }, { 'if-match': etag });
  const saved = assertOk(await save('First', opened)).headers.get('etag') ?? '';
  assertOk(await save('Second', saved));
  assertRefused(await save('Third', opened), 412, 'precondition_failed');
});

test('errors of a design name the layer, also together with other errors', async () => {
  const send = (parameters: object) =>
    owner.api('POST', `/issuers/${issuerId}/certificates`, { parameters });
  const wrong = await send({
    name: '',
    design: design([
      text('{{recipient_nmae}}'),
      text('b', { id: 'b', size: 900 }),
      text('c', { id: 'c', colour: '#000000' }),
    ]),
  });
  assertRefused(wrong, 400, 'invalid_request', 'design.layers.0.text');
  assert.deepEqual(wrong.body.details.map(({ path }: { path: string }) => path).sort(), [
    'design.layers.0.text',
    'design.layers.1.size',
    'design.layers.2',
    'name',
  ]);
  for (const [count, path] of [
    [1_000, 'design.layers'],
    [10_000, 'body'],
  ] as const) {
    const layers = Array.from({ length: count }, () => ({ type: 'text' }));
    const many = await send({ name: 'Many', design: design(layers) });
    assertRefused(many, 400, 'invalid_request', path);
    assert.equal(many.body.details.length, 1);
  }
  const dash = [0.001, 0.001];
  const dotted = {
    ...{ id: 'border', type: 'shape', x: 5, y: 5, width: 200, height: 280 },
    ...{ shape: { kind: 'rectangle', radius: 0 } },
    stroke: { paint: { type: 'color', color: '#123456' }, width: 0.2, dash },
  };
  const fine = await send({ name: 'Dotted', design: design([text('a'), dotted]) });
  assertRefused(fine, 400, 'invalid_request', 'design.layers.1.stroke.dash');
  const hollow = design([text('a', { name: '\u0000' }), text('b', { id: 'b', name: '\ud800' })]);
  const unstored = await send({ name: 'Hollow', design: hollow });
  assertRefused(unstored, 400, 'invalid_request', 'design.layers.0.name');
  assert.equal(unstored.body.details.length, 2);
  const unnamed = await send({ name: 'a\u0000', design: design([]) });
  assertRefused(unnamed, 400, 'invalid_request', 'name');
  const foreign = { id: 'p', type: 'picture', x: 0, y: 0, width: 9, height: 9 };
  const picture = 'bafkreie7q5rtzwxkkb2tqqwjxvzmzq3fvbgbo2yrm5vsgfr7o2cwm6cwza';
  const strange = await send({ name: 'Strange', design: design([{ ...foreign, picture }]) });
  assertRefused(strange, 400, 'invalid_request', 'design.layers.0.picture');
  assertRefused(await send({ name: 'None' }), 400, 'invalid_request', 'design');
});

test('a design saved before a limit is printed, previewed, copied and changed, but not further beyond it', async () => {
  const of = await createIssuer(owner);
  const border = (width: number, height: number) => ({
    ...{ id: 'border', type: 'shape', x: 5, y: 5, width, height },
    ...{ shape: { kind: 'rectangle', radius: 0 } },
    stroke: { paint: { type: 'color', color: '#123456' }, width: 0.5, dash: [5, 5] },
  });
  const words = text('For {{recipient_name}}');
  const card = { insigniaDesign: 1, kind: 'card', layers: [words, border(1_180, 600)] };
  for (const [kind, original, file] of [
    ['certificateId', design([words, border(200, 280)]), 'certificate.png'],
    ['cardId', card, 'card.png'],
  ] as const) {
    const saved = { issuerId: of, name: 'Early', design: original };
    const { certificateId } = await insignia.certificates.create(saved);
    const dash = JSON.stringify(kind === 'cardId' ? [0.3, 0.3] : [0.1, 0.1]);
    // As an earlier release saved it.
    await sql`update certificate_versions set design = jsonb_set(design, '{layers,1,stroke,dash}', ${dash}::jsonb)
      where certificate_id = ${certificateId}`.execute(instance.db);
    const found = (await insignia.certificates.get({ issuerId: of, certificateId })).design;
    const badgeId = await createBadge(owner, of, { [kind]: certificateId });
    const shown = await fetch(
      `${instance.url}/credentials/${await issueAward(owner, badgeId)}/${file}`,
    );
    assert.equal(shown.status, 200);
    await insignia.certificates.preview({ issuerId: of, design: found, file });
    await insignia.certificates.create({ issuerId: of, name: 'Copy', design: found });
    const save = (layers: object[]) =>
      owner.api('PUT', path(certificateId, of), { parameters: { design: { ...found, layers } } });
    const [first, dotted] = found.layers as [object, ReturnType<typeof border>];
    assertOk(await save([{ ...first, text: 'To {{recipient_name}}' }, dotted]));
    const finer = { ...dotted, stroke: { ...dotted.stroke, dash: [0.01, 0.01] } };
    const wrong = 'design.layers.1.stroke.dash';
    assertRefused(await save([first, finer]), 400, 'invalid_request', wrong);
    const elsewhere = await owner.api('POST', `/issuers/${issuerId}/certificates`, {
      parameters: { name: 'Elsewhere', design: found },
    });
    assertRefused(elsewhere, 400, 'invalid_request', wrong);
    // A design of an archive that would take minutes to draw.
    await sql`update certificate_versions set design = jsonb_set(design, '{layers,1,stroke,dash}', '[1e-3]')
      where certificate_id = ${certificateId}`.execute(instance.db);
    const endless = (await insignia.certificates.get({ issuerId: of, certificateId })).design;
    const unseen = await issueAward(owner, badgeId);
    const answer = await fetch(`${instance.url}/credentials/${unseen}/${file}`);
    assert.equal(answer.status, 200);
    if (kind === 'certificateId') assert.doesNotMatch(await readCertificate(unseen), /For Charles/);
    const parameters = { design: endless, file };
    for (const answer of [
      await owner.api('POST', `/issuers/${of}/certificates/preview`, { parameters }),
      await save(endless.layers as object[]),
    ])
      assertRefused(answer, 400, 'invalid_request', wrong);
    assertOk(await save([first]));
  }
});

test('a badge chooses a design of its issuer, and the brand one for all others', async () => {
  const of = await createIssuer(owner);
  const [chosen, usual] = [await create('Chosen', of), await create('Usual', of)];
  const badgeId = await createBadge(owner, of, { certificateId: chosen });
  const other = await createBadge(owner, of);
  await insignia.issuers.updateBrand({ issuerId: of, certificateId: usual });
  assert.equal((await insignia.badges.get({ badgeId })).certificateId, chosen);
  assert.equal((await insignia.issuers.brand({ issuerId: of })).certificateId, usual);
  const ada = { recipient: { name: 'Ada King', email: 'ada@example.org' } };
  assert.match(await readCertificate(await issueAward(owner, badgeId, ada)), /Chosen Ada King/);
  assert.match(await readCertificate(await issueAward(owner, other, ada)), /Usual Ada King/);
  const picture = await fetch(
    `${instance.url}/credentials/${await issueAward(owner, badgeId)}/certificate.png`,
  );
  const { height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
  assert.equal(height, 1_200);
  await insignia.badges.update({ badgeId, certificateId: null });
  assert.match(await readCertificate(await issueAward(owner, badgeId, ada)), /Usual Ada King/);
  const foreign = await create('Foreign');
  assertRefused(
    await owner.api('PUT', `/badges/${badgeId}`, { parameters: { certificateId: foreign } }),
    404,
    'certificate_not_found',
  );
  assertRefused(
    await owner.api('PUT', `/issuers/${of}/brand`, { parameters: { certificateId: foreign } }),
    404,
    'certificate_not_found',
  );
  await assert.rejects(createBadge(owner, of, { certificateId: foreign }));
});

test('a credential keeps the design of its edition until issued credentials are updated', async () => {
  const of = await createIssuer(owner);
  const [certificateId, usual] = [await create('One', of), await create('Default one', of)];
  const badgeId = await createBadge(owner, of, { certificateId });
  const other = await createBadge(owner, of);
  await insignia.issuers.updateBrand({ issuerId: of, certificateId: usual });
  const [first, plain] = [await issueAward(owner, badgeId), await issueAward(owner, other)];
  const update = (id: string, words: string, applyToIssued = false) =>
    insignia.certificates.update({
      ...{ issuerId: of, certificateId: id, design: inWords(words), applyToIssued },
    });
  assert.deepEqual((await update(certificateId, 'Two')).jobIds, []);
  await update(usual, 'Default two');
  const second = await issueAward(owner, badgeId);
  assert.match(await readCertificate(first), /One /);
  assert.match(await readCertificate(second), /Two /);
  assert.match(await readCertificate(plain), /Default one /);
  await finish((await update(certificateId, 'Three', true)).jobIds);
  await finish((await update(usual, 'Default three', true)).jobIds);
  assert.match(await readCertificate(first), /Three /);
  assert.match(await readCertificate(second), /Three /);
  assert.match(await readCertificate(plain), /Default three /);
  const { rows } = await sql<{ version: number }>`
    select version from certificate_versions where certificate_id = ${certificateId} order by version`.execute(
    instance.db,
  );
  assert.deepEqual(
    rows.map(({ version }) => version),
    [1, 2, 3],
  );
});

test('versions that no edition names are not kept', async () => {
  const certificateId = await create('Draft 1');
  for (const n of [2, 3, 4])
    await insignia.certificates.update({ issuerId, certificateId, design: inWords(`Draft ${n}`) });
  const { rows } = await sql<{ version: number }>`
    select version from certificate_versions where certificate_id = ${certificateId}`.execute(
    instance.db,
  );
  assert.deepEqual(rows, [{ version: 4 }]);
});

test('a design in use is not deleted, and issued credentials keep a deleted one', async () => {
  const of = await createIssuer(owner);
  const certificateId = await create('Used', of);
  const badgeId = await createBadge(owner, of, { certificateId });
  const awardId = await issueAward(owner, badgeId);
  const refused = await owner.api('DELETE', path(certificateId, of));
  assertRefused(refused, 409, 'certificate_in_use');
  assert.match(refused.body.error, /chosen by 1 badge\(s\)/);
  await insignia.badges.update({ badgeId, certificateId: null });
  await insignia.issuers.updateBrand({ issuerId: of, certificateId });
  const usual = await owner.api('DELETE', path(certificateId, of));
  assert.match(usual.body.error, /the brand's default/);
  await insignia.issuers.updateBrand({ issuerId: of, certificateId: null });
  assertOk(await owner.api('DELETE', path(certificateId, of)));
  assert.deepEqual((await insignia.certificates.list({ issuerId: of })).items, []);
  assert.match(await readCertificate(awardId), /Used /);
});

test('an issuer has at most 50 designs, also when they are created at once', async () => {
  const of = await createIssuer(owner);
  const createOne = async (name: string): Promise<ApiResponse> => {
    const parameters = { name, design: design([]) };
    const answer = await owner.api('POST', `/issuers/${of}/certificates`, { parameters });
    // On a busy machine, the last ones wait longer for the issuer than a request may.
    return answer.status === 503 ? createOne(name) : answer;
  };
  const answers = await Promise.all(
    Array.from({ length: MAX_CERTIFICATES + 5 }, (_, n) => createOne(`Design ${n}`)),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  assert.equal(refused.length, 5);
  for (const each of refused) assertRefused(each, 409, 'certificate_limit_reached');
});

test('templates have the look of the brand, and can be created in any language and size', async () => {
  const looks = [
    ['en', 'a4', 'landscape'],
    ['de', 'letter', 'portrait'],
    ['ar', 'letter', 'landscape'],
  ] as const;
  for (const [at, [language, paper, orientation]] of looks.entries()) {
    const of = await createIssuer(owner);
    const signatures = [{ name: 'Ada Lovelace', title: 'Rector' }];
    const brand = { language, paper, orientation, signatures, footText: 'Registered {{charity}}' };
    await insignia.issuers.updateBrand({ issuerId: of, accentColor: '#7d1234', ...brand });
    const { items } = await insignia.certificates.templates({ issuerId: of });
    assert.deepEqual(
      items.map(({ style, name }) => ({ style, name })),
      [
        ...Object.keys(styleDesigns).map((style) => ({ style, name: undefined })),
        ...certificateTemplates.map(({ id, name }) => ({ style: id, name })),
      ],
    );
    for (const [n, { style, design }] of items.entries()) {
      assert.match(JSON.stringify(design), /#7d1234/);
      const fields = { issuerId: of, design };
      await insignia.certificates.create({ ...fields, name: `${style} in ${language}` });
      // In the short form, each template is printed in one of the looks, in turn.
      if (isShort && n % looks.length !== at) continue;
      const answer = await insignia.certificates.preview(fields);
      const read = await readPdf(new Uint8Array(await answer.arrayBuffer()));
      for (const words of ['Ada Lovelace', 'Rector', 'Registered charity'])
        assert.ok(read.text.includes(words), `${style}: ${read.text}`);
    }
  }
});

test('a background keeps enough pixels for print, as JPG', async () => {
  const image = dataUri(await pngBytes(3_000, 2_000, 9));
  const added = await insignia.designs.addPicture({ image, use: 'background' });
  assert.equal(added.width, 2_480);
  const stored = await fetch(added.image);
  const { format, width } = await sharp(Buffer.from(await stored.arrayBuffer())).metadata();
  assert.deepEqual([format, width], ['jpeg', 2_480]);
  const certificateDesign = { ...inWords('On paper'), background: { picture: added.picture } };
  const fields = { issuerId, design: certificateDesign };
  const { headers } = await insignia.certificates.preview({ ...fields, file: 'print.pdf' });
  assert.equal(headers.get('content-type'), 'application/pdf');
});

test('a picture of a design survives while the design does', async () => {
  const image = dataUri(await pngBytes(64, 64, 120));
  const { picture } = await insignia.designs.addPicture({ image });
  const layer = { id: 'p', type: 'picture', x: 0, y: 0, width: 50, height: 50, picture };
  const { certificateId } = await insignia.certificates.create({
    ...{ issuerId, name: 'With a picture', design: design([layer]) },
  });
  await sql`delete from design_pictures where cid = ${picture}`.execute(instance.db);
  // The account has it by the design.
  const again = await insignia.certificates.create({
    ...{ issuerId, name: 'Also', design: design([layer]) },
  });
  const used = () =>
    sql<{ n: number }>`select count(*)::int as n from certificate_pictures where cid = ${picture}`
      .execute(instance.db)
      .then(({ rows }) => rows[0]?.n);
  assert.equal(await used(), 2);
  for (const id of [certificateId, again.certificateId])
    await insignia.certificates.delete({ issuerId, certificateId: id });
  assert.equal(await used(), 0);
});

test('a picture removed from a design can be added again', async () => {
  const image = dataUri(await pngBytes(64, 64, 140));
  const { picture } = await insignia.designs.addPicture({ image });
  const layer = { id: 'p', type: 'picture', x: 0, y: 0, width: 50, height: 50, picture };
  const { certificateId } = await insignia.certificates.create({
    ...{ issuerId, name: 'With a picture', design: design([layer]) },
  });
  // As after a hundred other uploads, or after the issuer moved here: only the design refers to it.
  await sql`delete from design_pictures where cid = ${picture}`.execute(instance.db);
  for (const layers of [[text('Without')], [layer]])
    assertOk(
      await owner.api('PUT', path(certificateId), { parameters: { design: design(layers) } }),
    );
});

test('pictures of designs don’t count as unused', async () => {
  const other = await createOwner(instance);
  const of = await createIssuer(other);
  const { picture } = await other.insignia.designs.addPicture({
    image: dataUri(await pngBytes(64, 64, 150)),
  });
  const layer = { id: 'p', type: 'picture', x: 0, y: 0, width: 50, height: 50, picture };
  await other.insignia.certificates.create({
    ...{ issuerId: of, name: 'With a picture', design: design([layer]) },
  });
  await sql`
    with made as (insert into images (cid, media_type, bytes, width, height, touched_at)
      select 'c' || n, 'image/png', 1, 1, 1, now() from generate_series(1, 99) n returning cid)
    insert into design_pictures select ${other.accountId}, cid, now() - interval '1 day' from made`.execute(
    instance.db,
  );
  await other.insignia.designs.addPicture({ image: dataUri(await pngBytes(64, 64, 160)) });
  const { rows } = await sql`
    select 1 from design_pictures where account_id = ${other.accountId}`.execute(instance.db);
  assert.equal(rows.length, 101);
});

test('a deleted design goes with the last badge that had it, and one that is shown stays', async () => {
  const of = await createIssuer(owner);
  const { picture } = await insignia.designs.addPicture({
    image: dataUri(await pngBytes(64, 64, 130)),
  });
  const layer = { id: 'p', type: 'picture', x: 0, y: 0, width: 50, height: 50, picture };
  const addDeleted = async (name: string) => {
    const { certificateId } = await insignia.certificates.create({
      ...{ issuerId: of, name, design: design([layer]) },
    });
    const badgeId = await createBadge(owner, of, { certificateId });
    const awardId = await issueAward(owner, badgeId);
    await insignia.badges.update({ badgeId, certificateId: null });
    await insignia.certificates.delete({ issuerId: of, certificateId });
    return { certificateId, badgeId, awardId };
  };
  const [gone, shown] = [await addDeleted('Gone'), await addDeleted('Shown')];
  const live = await create('Live', of);
  await insignia.credentials.delete({ awardId: gone.awardId });
  await insignia.badges.delete({ badgeId: gone.badgeId });
  const { chores } = collectWork(registerCertificatesWork);
  const ids = [gone.certificateId, shown.certificateId, live];
  await waitForCondition('the unused design is deleted', async () => {
    for (const { run } of chores) await instance.db.write((trx) => run(trx));
    const { rows } = await sql<{ id: string }>`
      select id from certificates where id = any(${ids}::uuid[]) order by id`.execute(instance.db);
    return rows.length === 2 && rows.every(({ id }) => id !== gone.certificateId);
  });
  const { rows } = await sql<{ id: string }>`
    select certificate_id as id from certificate_pictures where cid = ${picture}`.execute(
    instance.db,
  );
  assert.deepEqual(
    rows.map(({ id }) => id),
    [shown.certificateId],
  );
  const answer = await fetch(`${instance.url}/awards/${shown.awardId}/pdf`);
  assert.equal(answer.status, 200);
});

test('a preview shows an unsaved design with a sample, a credential, or the longest name, and stores nothing', async () => {
  const of = await createIssuer(owner, { logo: await badgeImage() });
  const badgeId = await createBadge(owner, of);
  const issue = (name: string) =>
    issueAward(owner, badgeId, { recipient: { name, email: 'a@example.org' } });
  const credentialId = await issue('Grace Hopper');
  await issue('Maria Francisca de Assis Isabel Gabriela');
  await issue('Bo Li');
  const preview = async (more: object, words = inWords('For')) => {
    const fields = { issuerId: of, design: words, ...more };
    const answer = await insignia.certificates.preview(fields);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const read = async (more: object) => (await readPdf((await preview(more)).bytes)).text;
  assert.match(await read({}), /For Augusta Ada King/);
  assert.match(await read({ recipientName: 'Ada Byron' }), /For Ada Byron/);
  assert.match(await read({ credentialId }), /For Grace Hopper/);
  assert.match(await read({ recipient: 'longest_name' }), /For Maria Francisca/);
  assert.match(await read({ recipient: 'shortest_name' }), /For Bo Li/);
  const { bytes } = await preview({ file: 'certificate.png' });
  assert.equal((await sharp(bytes).metadata()).height, 1_200);
  const missing = await preview({ recipientName: 'Ada 𓀀' });
  assert.equal(missing.headers.get('insignia-missing-letters'), 'true');
  assert.equal((await preview({})).headers.get('insignia-missing-letters'), null);
  const elsewhere = await issueAward(owner, await createBadge(owner, issuerId));
  const refused = await owner.api('POST', `/issuers/${of}/certificates/preview`, {
    parameters: { design: inWords('For'), credentialId: elsewhere },
  });
  assertRefused(refused, 404, 'credential_not_found');
  const both = await owner.api('POST', `/issuers/${of}/certificates/preview`, {
    parameters: { design: inWords('For'), credentialId, recipient: 'longest_name' },
  });
  assertRefused(both, 400, 'invalid_request');
  assert.deepEqual(both.body.details, [
    { path: 'recipient', message: 'must be absent with credentialId' },
  ]);
  assert.deepEqual((await insignia.certificates.list({ issuerId: of })).items, []);
});

test('the longest name is that of all the issuer’s credentials, and a preview says if it is of the newest or a sample', async () => {
  const [of, other] = [await createIssuer(owner), await createIssuer(owner)];
  const badgeId = await createBadge(owner, of);
  const preview = async (recipient: 'longest_name' | 'shortest_name') => {
    const fields = { issuerId: of, design: inWords('For'), recipient };
    const answer = await insignia.certificates.preview(fields);
    const { text } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
    return { text, names: answer.headers.get('insignia-names') };
  };
  const issueMany = (badge: string, count: number) =>
    sql`insert into credentials (id, account_id, badge_id, badge_version, issuer_version, recipient_name, recipient_email, name_search, email_search, issued_on, created_at)
      select uuid7_at(now()), b.account_id, b.id, b.version, i.version, 'Person', 'p' || n || '@example.org', '', '', now(), now()
      from badges b join issuers i on i.id = b.issuer_id, generate_series(1, ${count}::int) n where b.id = ${badge}`.execute(
      instance.db,
    );
  const sample = await preview('longest_name');
  assert.match(sample.text, /For Augusta Ada King/);
  assert.equal(sample.names, 'sample');
  const recipient = { name: 'Maria Francisca de Assis', email: 'a@example.org' };
  await issueAward(owner, badgeId, { recipient });
  await issueMany(await createBadge(owner, other), 2_100);
  await issueMany(badgeId, 2_100);
  await issueMany(await createBadge(owner, of), 1);
  // Badges without credentials take no share of the names.
  await sql`insert into badges select (jsonb_populate_record(b, jsonb_build_object('id', uuid7_at(now())))).*
    from badges b, generate_series(1, 6) where b.id = ${badgeId}`.execute(instance.db);
  const all = await preview('longest_name');
  assert.match(all.text, /For Maria Francisca/);
  assert.equal(all.names, 'all');
  await issueMany(badgeId, 3_000);
  const newest = await preview('longest_name');
  assert.match(newest.text, /For Person/);
  assert.equal(newest.names, 'newest');
});
