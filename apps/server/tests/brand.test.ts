import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultBrand } from '@insignia/contract';
import { createShades } from '@insignia/tokens/shades';
import { sql } from 'kysely';
import sharp from 'sharp';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { badgeImage, dataUri, jpegBytes, pngBytes } from './support/images.ts';
import {
  addMember,
  createBadge,
  createIssuer,
  createOwner,
  idFromUrl,
  issueAward,
  type Owner,
} from './support/people.ts';
import { useInstance } from './support/use-instance.ts';

const instance = await useInstance();
const owner = await createOwner(instance, 'unlimited');

const putBrand = (id: string, parameters: object, { api }: Owner = owner) =>
  api('PUT', `/issuers/${id}/brand`, { parameters });
const read = async (id: string) => assertOk(await owner.read('GET', `/issuers/${id}/brand`)).body;
const signature = async (red = 1) => dataUri(await pngBytes(240, 80, red));

test('an issuer without settings has the default brand', async () => {
  const id = await createIssuer(owner);
  const brand = await read(id);
  assert.deepEqual(brand, {
    ...defaultBrand,
    shades: createShades(defaultBrand.accentColor),
    signatures: [],
  });
});

test('a brand can be changed in parts, and fields that are not sent stay', async () => {
  const id = await createIssuer(owner, { logo: await badgeImage() });
  const first = assertOk(
    await putBrand(id, {
      accentColor: ' #FFDD00 ',
      logoDark: await badgeImage(3),
      signatures: [
        { name: ' Ada Lovelace ', title: 'Rector', picture: await signature() },
        { name: 'Charles Babbage' },
        { name: 'Mary Somerville', title: 'Registrar' },
      ],
      website: 'https://academy.example.org/register',
      footText: 'Registered charity 123456',
      certificateStyle: 'engraved',
    }),
  ).body;
  assert.equal(first.accentColor, '#ffdd00');
  assert.deepEqual(first.shades, createShades('#ffdd00'));
  assert.notEqual(first.shades.onLight, '#ffdd00');
  assert.deepEqual(
    first.signatures.map(({ name, title }: { name: string; title: string }) => [name, title]),
    [
      ['Ada Lovelace', 'Rector'],
      ['Charles Babbage', ''],
      ['Mary Somerville', 'Registrar'],
    ],
  );
  for (const url of [first.logo, first.logoDark, first.signatures[0].picture])
    assertOk(await createTestClient(url)('GET', url));
  assert.equal(first.signatures[1].picture, undefined);
  const second = assertOk(
    await putBrand(id, { orientation: 'portrait', paper: 'letter', language: 'ar' }),
  ).body;
  assert.deepEqual(second, { ...first, orientation: 'portrait', paper: 'letter', language: 'ar' });
  assert.deepEqual(await read(id), second);
  const third = assertOk(
    await putBrand(id, { website: '', footText: '', logoDark: '', signatures: [] }),
  );
  assert.deepEqual(third.body.signatures, []);
  assert.deepEqual([third.body.website, third.body.footText], [undefined, '']);
  assert.equal(third.body.logoDark, undefined);
  assert.equal(third.body.accentColor, '#ffdd00');
});

test('a brand that was read can be sent back unchanged', async () => {
  const id = await createIssuer(owner, { logo: await badgeImage() });
  const picture = await signature(9);
  const sent = { logoDark: await badgeImage(5), signatures: [{ name: 'A', picture }] };
  const before = assertOk(await putBrand(id, sent)).body;
  const swapped = {
    ...before,
    signatures: [{ name: 'B', title: '', picture }, ...before.signatures],
  };
  const after = assertOk(await putBrand(id, swapped)).body;
  assert.deepEqual(after.signatures[1], before.signatures[0]);
  assert.equal(after.logoDark, before.logoDark);
  assert.deepEqual(assertOk(await putBrand(id, after)).body, after);
});

test('only images of the same brand can be referenced by URL', async () => {
  const [id, other] = [await createIssuer(owner), await createIssuer(owner)];
  const { logoDark } = assertOk(await putBrand(other, { logoDark: await badgeImage(6) })).body;
  for (const strange of [logoDark, 'https://elsewhere.example/ipfs/x', 'http://169.254.169.254/'])
    assertRefused(await putBrand(id, { logoDark: strange }), 400, 'invalid_request', 'logoDark');
  const signatures = [{ name: 'A' }, { name: 'B', picture: logoDark }];
  const refused = await putBrand(id, { signatures });
  assertRefused(refused, 400, 'invalid_request', 'signatures.1.picture');
  assert.deepEqual((await read(id)).signatures, []);
});

test('an invalid brand reports every error at once and saves nothing', async () => {
  const id = await createIssuer(owner);
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  );
  const huge = await sharp({
    create: { width: 6_000, height: 5_000, channels: 3, background: '#fff' },
  })
    .png()
    .toBuffer();
  const answer = await putBrand(id, {
    accentColor: 'red;}</style><script>alert(1)</script>',
    logoDark: dataUri(svg, 'image/svg+xml'),
    signatures: [
      { name: '', title: 'x'.repeat(201), picture: dataUri(await pngBytes(1, 1)) },
      { name: 'B', picture: dataUri(huge) },
    ],
    website: 'javascript:alert(1)',
    footText: 'x'.repeat(301),
    certificateStyle: 'baroque',
    orientation: 'diagonal',
    paper: 'a5',
    language: 'tlh',
  });
  assertRefused(answer, 400, 'invalid_request');
  const paths = answer.body.details.map(({ path }: { path: string }) => path);
  assert.deepEqual(
    new Set(paths),
    new Set([
      ...['accentColor', 'logoDark', 'website', 'footText', 'certificateStyle', 'orientation'],
      ...['paper', 'language', 'signatures.0.name', 'signatures.0.title'],
      ...['signatures.0.picture', 'signatures.1.picture'],
    ]),
  );
  assert.deepEqual(await read(id), {
    ...defaultBrand,
    shades: createShades(defaultBrand.accentColor),
    signatures: [],
  });
  for (const accentColor of ['#fff', '#12345g', 'rgb(0,0,0)', '#11223344', 'url(//evil)', '', 7])
    assertRefused(await putBrand(id, { accentColor }), 400, 'invalid_request', 'accentColor');
  const four = [1, 2, 3, 4].map((n) => ({ name: String(n) }));
  const many = await putBrand(id, { signatures: four });
  assert.deepEqual(many.body.details, [
    { path: 'signatures', message: 'must have at most 3 items' },
  ]);
});

test('a dark logo that is too small and an invisible image are refused', async () => {
  const id = await createIssuer(owner);
  const issuers = (parameters: object) => owner.api('PUT', `/issuers/${id}`, { parameters });
  const readDetails = async (answer: Promise<{ body: { details?: unknown } }>) =>
    (await answer).body.details;
  const small = dataUri(await pngBytes(300, 7));
  const tooSmall = 'must be at least 8 by 8 pixels';
  assert.deepEqual(await readDetails(putBrand(id, { logoDark: small })), [
    { path: 'logoDark', message: tooSmall },
  ]);
  const background = { r: 9, g: 9, b: 9, alpha: 0 };
  const create = { width: 200, height: 60, channels: 4 as const, background };
  const picture = dataUri(await sharp({ create }).png().toBuffer());
  const message = 'is fully transparent';
  assert.deepEqual(await readDetails(putBrand(id, { logoDark: picture })), [
    { path: 'logoDark', message },
  ]);
  assert.deepEqual(await readDetails(putBrand(id, { signatures: [{ name: 'A', picture }] })), [
    { path: 'signatures.0.picture', message },
  ]);
  for (const side of [1, 8]) assertOk(await issuers({ logo: dataUri(await pngBytes(side, side)) }));
});

test('an invisible signature is refused, and one in pencil, red ink or photographed on paper is accepted', async () => {
  const id = await createIssuer(owner);
  const sized = { width: 300, height: 100 };
  const ground = (background: object) =>
    sharp({
      create: {
        ...sized,
        channels: 4,
        background: { r: 255, g: 255, b: 255, alpha: 1, ...background },
      },
    });
  const stroke = (ink: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><path d="M20 70q60-80 90 0t150-30" fill="none" stroke="${ink}" stroke-width="2"/></svg>`,
    );
  const speck = (side: number) => ({
    create: { width: side, height: side, channels: 4 as const, background: '#000000' },
  });
  const written = (paper: object, ink: string) => ground(paper).composite([{ input: stroke(ink) }]);
  const nothing = [
    ground({}).png(),
    ground({ r: 244, g: 242, b: 236 }).jpeg({ quality: 40 }),
    written({}, '#fdfdfd').png(),
    written({ alpha: 0 }, '#ffffff').png(),
    // Specks of dust.
    ground({})
      .composite([{ input: speck(2), left: 90, top: 40 }])
      .png(),
    ground({ alpha: 0 })
      .composite([{ input: speck(2), left: 90, top: 40 }])
      .png(),
  ];
  const message =
    'shows almost nothing on white paper. Use dark ink on a white or transparent background';
  for (const one of nothing) {
    const picture = dataUri(await one.toBuffer());
    const signatures = [{ name: 'A' }, { name: 'B', picture }];
    const refused = await putBrand(id, { signatures });
    assertRefused(refused, 400, 'invalid_request', 'signatures.1.picture');
    assert.deepEqual(refused.body.details, [{ path: 'signatures.1.picture', message }]);
    assertRefused(await putBrand(id, { signatures, logoDark: picture }), 400, 'invalid_request');
    assertOk(await putBrand(id, { logoDark: picture }));
  }
  const seen = [
    written({ r: 214, g: 208, b: 199 }, '#1a2a55').jpeg(),
    written({}, '#8a8a8a').png(),
    written({ alpha: 0 }, '#ff0000').png(),
    written({}, '#000000').greyscale().png(),
    // As little as a full stop.
    ground({})
      .composite([{ input: speck(4), left: 90, top: 40 }])
      .png(),
  ];
  for (const one of seen) {
    const picture = dataUri(await one.toBuffer());
    assertOk(await putBrand(id, { signatures: [{ name: 'A', picture }] }));
  }
});

test('a name of 200 characters, right-to-left text and direction overrides are stored unchanged', async () => {
  const id = await createIssuer(owner);
  const name = 'ب'.repeat(200);
  const footText = 'سجل \u202e123456\u202c الجمعيات';
  const brand = assertOk(
    await putBrand(id, { signatures: [{ name, title: name }], footText }),
  ).body;
  assert.deepEqual(brand.signatures, [{ name, title: name }]);
  assert.equal(brand.footText, footText);
});

test('a signature keeps its transparent background, and a photograph stays a JPG', async () => {
  const id = await createIssuer(owner);
  const photo = dataUri(await jpegBytes(300, 90), 'image/jpeg');
  const signatures = [
    { name: 'A', picture: await signature(7) },
    { name: 'B', picture: photo },
  ];
  const brand = assertOk(await putBrand(id, { signatures })).body;
  const formats = [];
  for (const { picture } of brand.signatures) {
    const bytes = Buffer.from(await (await fetch(picture)).arrayBuffer());
    const { format, hasAlpha } = await sharp(bytes).metadata();
    formats.push([format, hasAlpha]);
  }
  assert.deepEqual(formats, [
    ['png', true],
    ['jpeg', false],
  ]);
});

test('changing the brand of a verified issuer leaves its documents and credential documents unchanged', async () => {
  const id = await createIssuer(owner);
  const badge = await createBadge(owner, id);
  const award = await issueAward(owner, badge);
  const paths = [`issuer/${id}`, `badge/${badge}`, `award/${award}`];
  const documents = () =>
    Promise.all(
      paths.map(async (path) => (await fetch(`${instance.url}/certify-badge/${path}`)).text()),
    );
  const before = await documents();
  assertOk(await putBrand(id, { accentColor: '#aa0000', language: 'fr', footText: 'Elsewhere' }));
  assert.deepEqual(await documents(), before);
});

test('viewers read the brand, editors change it, and other accounts get 404', async () => {
  const id = await createIssuer(owner);
  const home = { 'x-account-id': owner.accountId };
  const viewer = await createOwner(instance);
  await addMember(instance, owner, viewer, 'viewer');
  assertOk(await viewer.bearer('GET', `/issuers/${id}/brand`, undefined, home));
  const change = { parameters: { accentColor: '#aa0000' } };
  const refused = await viewer.bearer('PUT', `/issuers/${id}/brand`, change, home);
  assertRefused(refused, 403, 'role_too_small');
  const stranger = await createOwner(instance);
  assertRefused(await putBrand(id, { accentColor: '#aa0000' }, stranger), 404, 'issuer_not_found');
  assertRefused(await stranger.api('GET', `/issuers/${id}/brand`), 404, 'issuer_not_found');
});

test('reading a brand returns an ETag, and only one of twenty concurrent saves with If-Match succeeds', async () => {
  const issuerId = await createIssuer(owner);
  const { issuers } = owner.insignia;
  const { etag } = await issuers.brand({ issuerId });
  const save = (n: number) =>
    issuers.updateBrand({ issuerId, footText: `By ${n}`, website: '' }, { ifMatch: etag });
  const saved = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => save(n)));
  const done = saved.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  assert.equal(done.length, 1);
  for (const one of saved)
    if (one.status === 'rejected') assert.equal(one.reason.code, 'precondition_failed');
  const now = await issuers.brand({ issuerId });
  assert.deepEqual([now.etag, now.footText], [done[0]?.etag, done[0]?.footText]);
  // Pictures of signatures and logos belong to the account.
  const signed = await issuers.updateBrand({ issuerId, signatures: [{ name: 'Ada', title: '' }] });
  await issuers.update({ issuerId, logo: await badgeImage(5) });
  const last = await issuers.brand({ issuerId });
  assert.equal(new Set([etag, now.etag, signed.etag, last.etag]).size, 4);
  await assert.rejects(issuers.updateBrand({ issuerId }, { ifMatch: signed.etag }), {
    code: 'precondition_failed',
  });
});

test('concurrent changes to different parts both succeed', async () => {
  const id = await createIssuer(owner);
  const parts = [
    { accentColor: '#aa0000' },
    { footText: 'Foot' },
    { language: 'es' },
    { signatures: [{ name: 'A' }, { name: 'B' }] },
    { website: 'https://uni.example/' },
  ];
  for (const answer of await Promise.all(parts.map((part) => putBrand(id, part)))) assertOk(answer);
  const { accentColor, footText, language, signatures, website } = await read(id);
  assert.deepEqual(
    { accentColor, footText, language, website, names: signatures.length },
    {
      ...{ accentColor: '#aa0000', footText: 'Foot', language: 'es' },
      ...{ website: 'https://uni.example/', names: 2 },
    },
  );
});

test('deleting an issuer deletes its brand and releases the images', async () => {
  const id = await createIssuer(owner);
  const [logoDark, picture] = [await badgeImage(11), await signature(12)];
  const brand = assertOk(
    await putBrand(id, { logoDark, signatures: [{ name: 'A', picture }] }),
  ).body;
  const cids = [idFromUrl(brand.logoDark), idFromUrl(brand.signatures[0].picture)];
  await sql`update images set may_be_unused = false where cid = any(${cids}::text[])`.execute(
    instance.db,
  );
  await owner.insignia.issuers.delete({ issuerId: id });
  assertRefused(await owner.read('GET', `/issuers/${id}/brand`), 404, 'issuer_not_found');
  const { rows } = await sql`
    select 1 from brands where issuer_id = ${id} union all select 1 from brand_signatures where issuer_id = ${id}`.execute(
    instance.db,
  );
  assert.equal(rows.length, 0);
  const free = await sql`select 1 from images where cid = any(${cids}::text[]) and may_be_unused`;
  assert.equal((await free.execute(instance.db)).rows.length, 2);
});
