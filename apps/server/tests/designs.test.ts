import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDesign, templates } from '@insignia/design';
import { sql } from 'kysely';
import sharp from 'sharp';
import { assertOk, assertRefused } from './support/client.ts';
import { dataUri, pngBytes } from './support/images.ts';
import { createBadge, createIssuer, createOwner, idFromUrl } from './support/people.ts';
import { useInstance } from './support/use-instance.ts';

const instance = await useInstance();
const [owner, stranger] = await Promise.all([createOwner(instance), createOwner(instance)]);
const issuerId = await createIssuer(owner);

const words = { name: 'B', description: 'D', criteria: 'C' };
const send = (designJson: string, more: object = {}) =>
  owner.api('POST', '/badges', { parameters: { ...words, issuerId, designJson, ...more } });

const base = { name: '', x: 100, y: 100, width: 400, height: 400 };
const red = { type: 'color', color: '#ff0000' };
const square = { ...base, id: 's', type: 'shape', shape: { kind: 'rectangle', radius: 0 } };
const lettering = { font: 'Oswald', weight: 700, size: 90, fill: red };
const text = { ...base, ...lettering, id: 't', type: 'text' };
const createDesign = (layers: object[], more: object = {}) =>
  JSON.stringify({
    ...{ insigniaDesign: 1, kind: 'badge', width: 1_024, height: 1_024, layers },
    ...more,
  });
const pictureLayer = (picture: string) => ({ ...base, id: 'p', type: 'picture', picture });
const redSquare = createDesign([{ ...square, fill: red }]);

/** Pixel colors of a served picture. */
async function colorsAt(image: string, ...points: [number, number][]): Promise<number[][]> {
  const picture = Buffer.from(await (await fetch(image)).arrayBuffer());
  const { data, info } = await sharp(picture)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return points.map(([x, y]) => [...data.subarray((y * info.width + x) * 4).subarray(0, 4)]);
}

/** Error for a design it refuses to render. */
async function readRefusal(designJson: string): Promise<string> {
  const answer = await send(designJson);
  assertRefused(answer, 400, 'invalid_request');
  const { details } = answer.body;
  for (const { path } of details) assert.equal(path, 'designJson');
  return details.map(({ message }: { message: string }) => message).join('\n');
}

test('a badge is created from a template with color, words and icon, and its image is drawn', async () => {
  const query = { accentColor: '#8a1538', title: 'Poets & <b>', issuer: 'Académie', icon: 'heart' };
  const { items } = await owner.insignia.designs.templates(query);
  assert.deepEqual(
    items.map(({ id, name }) => ({ id, name })),
    templates.map(({ id, name }) => ({ id, name })),
  );
  for (const { designJson, preview } of items) {
    const parsed = readDesign(designJson);
    assert.ok('design' in parsed);
    const layersText = JSON.stringify(parsed.design.layers).toLowerCase();
    for (const word of ['poets & <b>', 'académie', '#8a1538'])
      assert.ok(layersText.includes(word), `${word} in ${layersText}`);
    for (const layer of parsed.design.layers)
      if (layer.type === 'icon') assert.equal(layer.icon, 'heart');
    const small = await sharp(Buffer.from(preview.split(',')[1] ?? '', 'base64')).metadata();
    assert.deepEqual([small.format, small.width, small.height], ['webp', 240, 240]);
  }
  const { badgeId } = await owner.insignia.badges.create({
    ...{ ...words, issuerId },
    designJson: items[0]?.designJson ?? '',
  });
  const badge = await owner.insignia.badges.get({ badgeId });
  assert.equal(badge.designJson, items[0]?.designJson);
  const picture = Buffer.from(await (await fetch(badge.image)).arrayBuffer());
  const { format, width, height, hasAlpha } = await sharp(picture).metadata();
  assert.deepEqual([format, width, height, hasAlpha], ['png', 1_024, 1_024, true]);
  assert.ok(picture.length <= 1024 * 1024);
  assertRefused(
    await owner.api('GET', '/design-templates?accentColor=red&icon=B!'),
    400,
    'invalid_request',
  );
  const unknown = await owner.api('GET', '/design-templates?icon=no-such-icon&title=%E2%B4%B0');
  assertRefused(unknown, 400, 'invalid_request');
  assert.deepEqual(unknown.body.details.map(({ path }: { path: string }) => path).sort(), [
    'icon',
    'title',
  ]);
});

test('templates use the name, color and logo of an issuer, and leave no gap without a logo', async () => {
  const green = await sharp({
    create: { width: 300, height: 100, channels: 3, background: '#0a7a4b' },
  })
    .png()
    .toBuffer();
  const branded = await createIssuer(owner, { name: 'Green College', logo: dataUri(green) });
  await owner.insignia.issuers.updateBrand({ issuerId: branded, accentColor: '#123b7a' });
  const logo = idFromUrl((await owner.insignia.issuers.brand({ issuerId: branded })).logo ?? '');
  const list = async (words: object) => (await owner.insignia.designs.templates(words)).items;
  const listPictures = (json: string) =>
    JSON.parse(json).layers.filter(({ type }: { type: string }) => type === 'picture');
  for (const { id, designJson, preview } of await list({ issuerId: branded })) {
    const [layer, ...others] = listPictures(designJson);
    assert.deepEqual([layer.picture, others], [logo, []], id);
    assert.ok(Math.abs(layer.width / layer.height - 3) < 0.01, id);
    assert.match(designJson.toLowerCase(), /green college/, id);
    const { data } = await sharp(Buffer.from(preview.split(',')[1] ?? '', 'base64'))
      .extract({
        left: Math.round(((layer.x + layer.width / 2) * 240) / 1_024) - 2,
        top: Math.round(((layer.y + layer.height / 2) * 240) / 1_024) - 2,
        ...{ width: 4, height: 4 },
      })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const [red = 255, green = 0, blue = 255] = data;
    assert.ok(green > red + 60 && green > blue + 20, `${id}: ${red} ${green} ${blue}`);
  }
  const [first] = await list({ issuerId: branded, issuer: 'Other', title: 'T' });
  assert.ok(/OTHER/.test(first?.designJson ?? '') && /#123b7a/.test(first?.designJson ?? ''));
  const badge = await owner.insignia.badges.create({
    ...{ ...words, issuerId },
    designJson: first?.designJson ?? '',
  });
  // The badge keeps its picture when the issuer's logo changes.
  await owner.insignia.issuers.update({ issuerId: branded, logo: '' });
  const again = first?.designJson.replace('OTHER', 'THIRD') ?? '';
  await owner.insignia.badges.update({ badgeId: idFromUrl(badge.badgeId), designJson: again });
  for (const { id, designJson } of await list({ issuerId: branded })) {
    assert.deepEqual(listPictures(designJson), [], id);
    assert.doesNotMatch(designJson, /Logo/, id);
  }
  const foreign = await stranger.api('GET', `/design-templates?issuerId=${branded}`);
  assertRefused(foreign, 404, 'issuer_not_found');
});

test('a new design without an image is drawn again; an identical or foreign one is only stored', async () => {
  const badgeId = await createBadge(owner, issuerId);
  const before = await owner.insignia.badges.get({ badgeId });
  const change = (parameters: object) => owner.api('PUT', `/badges/${badgeId}`, { parameters });
  assertOk(await change({ designJson: '{"objects":[]}' }));
  assertOk(await change({ designJson: 'any text' }));
  const theirs = JSON.stringify({ from: { insigniaDesign: 1 }, many: Array(60_000).fill(0) });
  assertOk(await change({ designJson: theirs }));
  assert.equal((await owner.insignia.badges.get({ badgeId })).designJson, theirs);
  assert.equal((await owner.insignia.badges.get({ badgeId })).image, before.image);
  assertOk(await change({ designJson: redSquare }));
  const drawn = await owner.insignia.badges.get({ badgeId });
  assert.deepEqual(await colorsAt(drawn.image, [300, 300], [90, 300]), [
    [255, 0, 0, 255],
    [0, 0, 0, 0],
  ]);
  assertOk(await change({ designJson: redSquare, name: 'Same' }));
  assert.equal((await owner.insignia.badges.get({ badgeId })).image, drawn.image);
  assertRefused(
    await change({ designJson: createDesign([{ ...square, width: -1 }]) }),
    400,
    'invalid_request',
  );
  assertRefused(await change({ designJson: '{"insigniaDesign":9}' }), 400, 'invalid_request');
  const after = await owner.insignia.badges.get({ badgeId });
  assert.equal(after.designJson, redSquare);
});

test('a design that cannot be drawn completely is refused with the remedy, and nothing is stored', async () => {
  const { length } = (await owner.api('GET', '/badges')).body;
  const many = (count: number, layer: object) =>
    createDesign(Array.from({ length: count }, (_, n) => ({ ...layer, id: `l${n}` })));
  const shadow = { color: '#000000', x: 0, y: 4, blur: 8 };
  const cases: [string, RegExp][] = [
    ['{}', /not a design that can be drawn\. Send one in the format of GET \/design-templates/],
    ['not json', /is not JSON, so not a design/],
    [redSquare.replace('"x":100', '"x":NaN'), /not a design/],
    [redSquare.replace('sign":1', 'sign":2'), /was made by a newer version\. Upgrade the service/],
    [many(5_000, square), /layers: must have at most 300 items/],
    [
      createDesign([{ ...square, width: -1, height: 0 }]),
      /layers\.0\.width: .*\n.*layers\.0\.height: /,
    ],
    [createDesign([{ ...square, x: 1e300 }]), /layers\.0\.x: /],
    [createDesign([{ ...square, id: '"><script>' }]), /layers\.0\.id: /],
    [
      createDesign([{ ...text, text: 'A', font: 'Comic Sans' }]),
      /layers\.0\.font: must be one of Source/,
    ],
    [
      createDesign([{ ...text, text: 'Well done ⴰⵣ' }]),
      /layers\.0\.text: no font contains ⴰ ⵣ\. Remove/,
    ],
    [
      createDesign([{ ...text, text: 'a\ue000\ud800' }]),
      /no font contains U\+E000 U\+D800\. Remove/,
    ],
    [
      createDesign([
        { ...text, text: 'Bell\u0000' },
        { ...text, id: 'u', type: 'circleText', text: '\u001b[31mRed' },
        { ...text, id: 'v', text: 'Two\tparts\r\nand lines' },
      ]),
      /^layers\.0\.text: must not contain control characters\..*\n.*layers\.1\.text: must not .*$/,
    ],
    [
      createDesign([square, { ...base, id: 'i', type: 'icon', icon: 'constructor', color: red }]),
      /layers\.1\.icon: /,
    ],
    [createDesign([pictureLayer('b'.repeat(59))]), /layers\.0\.picture: .* POST \/design-pictures/],
    [
      createDesign(
        Array.from({ length: 13 }, (_, n) => ({
          ...pictureLayer(`${'b'.repeat(50)}${n}`),
          id: `p${n}`,
        })),
      ),
      /more than 12 images/,
    ],
    [
      many(2, { ...square, stroke: { paint: red, width: 1, dash: [0.5, 0.6] } }),
      /layers\.1\.stroke\.dash: has more than 5000 dashes .*\. Make them longer/,
    ],
    [many(61, { ...square, fill: red, shadow }), /more than 60 layers with a shadow/],
    [createDesign([]), /^has nothing visible\. Add a background/],
    [
      createDesign([
        { ...square, fill: red, hidden: true },
        { ...square, id: 'o' },
      ]),
      /has nothing visible/,
    ],
    [createDesign([{ ...square, id: 'o', fill: red, x: 2_000 }]), /has nothing visible/],
    [createDesign([{ ...square, fill: { ...red, color: '#ff000003' } }]), /has nothing visible/],
    [
      createDesign([], { background: {} }),
      /background\.type: must be one of color, linear, radial\./,
    ],
    [createDesign([{ ...square, type: 'video' }]), /layers\.0\.type: must be one of shape, text/],
    [
      createDesign([{ ...square, shape: { kind: 'moon' }, fill: { ...red, color: 'red' } }]),
      /shape\.kind: must be one of circle, .*\n.*fill\.color: must be a color: #rrggbb/,
    ],
    [
      createDesign([{ ...text, text: 'A', weight: 500, size: 'x', align: 'left', opacity: 2 }]),
      /opacity: must be at most 1\..*\n.*weight: must be one of 400, 700\..*\n.*size: must be a number\..*\n.*align: must be one of start/,
    ],
    [createDesign([[], { ...square, x: '1' }]), /layers\.0: must be an object\./],
    [
      JSON.stringify({ insigniaDesign: 1, many: Array(60_000).fill(0) }),
      /^must have at most 60000 members and items\./,
    ],
    [many(41, { ...text, text: 'x'.repeat(500) }), /more than 20000 characters/],
  ];
  for (const [designJson, expected] of cases) {
    const refusal = await readRefusal(designJson);
    assert.match(refusal, expected);
    assert.doesNotMatch(refusal, /invalid|expected|received|pattern/i);
    assert.match(refusal, /send an image/);
  }
  assertRefused(
    await owner.api('POST', '/badges', { parameters: { ...words, issuerId } }),
    400,
    'invalid_request',
  );
  assertRefused(await send('x'.repeat(2 * 1024 * 1024 + 1)), 400, 'invalid_request');
  assert.equal((await owner.api('GET', '/badges')).body.length, length);
});

test('markup, Typst code and direction marks are drawn literally, and hidden layers are skipped', async () => {
  const hidden = { ...text, id: 'h', text: 'ⴰ', font: 'None', hidden: true };
  for (const characters of [
    '<svg onload="x">&amp;',
    '#eval("1") $x$ *b*',
    '\u202eabc\u202c',
    'Ж α',
  ])
    assertOk(await send(createDesign([{ ...text, text: characters }, hidden])));
});

test('all scripts and emoji are drawn in any font, also in colors without contrast', async () => {
  const measureOpacity = async (layer: object) => {
    const { badgeId } = assertOk(await send(createDesign([layer]))).body;
    const { image } = await owner.insignia.badges.get({ badgeId });
    const picture = Buffer.from(await (await fetch(image)).arrayBuffer());
    const { channels } = await sharp(picture).ensureAlpha().stats();
    return channels[3]?.mean ?? 0;
  };
  for (const characters of ['شهادة', 'תעודה', '结业证书', '修了証書', '수료증', 'प्रमाणपत्र', '🎉'])
    assert.ok((await measureOpacity({ ...text, text: characters })) > 0.2, characters);
  const white = { type: 'color', color: '#ffffff' };
  const ground = { ...square, fill: white };
  assertOk(await send(createDesign([ground, { ...text, text: 'A', fill: white }])));
});

test('when two users save from the same version, the second gets a conflict and the first version is kept', async () => {
  const badgeId = await createBadge(owner, issuerId, { designJson: redSquare });
  const { etag } = await owner.insignia.badges.get({ badgeId });
  const blue = createDesign([{ ...square, fill: { type: 'color', color: '#0000ff' } }]);
  const green = createDesign([{ ...square, fill: { type: 'color', color: '#00ff00' } }]);
  const saves = await Promise.allSettled(
    [blue, green].map((designJson) =>
      owner.insignia.badges.update({ badgeId, designJson }, { ifMatch: etag }),
    ),
  );
  const refusals = saves.flatMap((save) => (save.status === 'rejected' ? [save.reason] : []));
  assert.deepEqual(
    refusals.map(({ status }) => status),
    [412],
  );
  const { designJson, image } = await owner.insignia.badges.get({ badgeId });
  const [color] = await colorsAt(image, [300, 300]);
  assert.deepEqual(color, designJson === blue ? [0, 0, 255, 255] : [0, 255, 0, 255]);
});

test('dashes of zero length and an odd number of dashes are drawn', async () => {
  for (const dash of [[0, 0], [0], [9, 4, 2], []])
    assertOk(await send(createDesign([{ ...square, stroke: { paint: red, width: 2, dash } }])));
});

test('design pictures belong to one account, are kept by their badges, and keep their proportions', async () => {
  const image = dataUri(await pngBytes(64, 32));
  const added = await owner.insignia.designs.addPicture({ image });
  assert.equal(idFromUrl(added.image), added.picture);
  assert.deepEqual([added.width, added.height], [64, 32]);
  assert.deepEqual(await owner.insignia.designs.addPicture({ image }), added);
  const designJson = createDesign([pictureLayer(added.picture)]);
  const { badgeId } = assertOk(await send(designJson)).body;
  const { image: drawn } = await owner.insignia.badges.get({ badgeId });
  const [middle, above] = await colorsAt(drawn, [300, 300], [300, 150]);
  assert.ok((middle?.[3] ?? 0) > 200);
  assert.equal(above?.[3], 0);

  const other = await createIssuer(stranger);
  const theirs = { parameters: { ...words, issuerId: other, designJson } };
  assertRefused(await stranger.api('POST', '/badges', theirs), 400, 'invalid_request');
  assertRefused(
    await owner.api('POST', '/design-pictures', { parameters: { image: 'x' } }),
    400,
    'invalid_request',
  );

  const listStoredPictures = async () =>
    (
      await sql<{
        cid: string;
      }>`select cid from badge_pictures where badge_id = ${idFromUrl(badgeId)}`.execute(instance.db)
    ).rows.map(({ cid }) => cid);
  assert.deepEqual(await listStoredPictures(), [added.picture]);
  // The earlier picture stays available to the design that contains it.
  const whole = createDesign([pictureLayer(idFromUrl(drawn))]);
  await owner.insignia.badges.update({ badgeId: idFromUrl(badgeId), designJson: whole });
  assert.deepEqual(await listStoredPictures(), [idFromUrl(drawn)]);
  const now = await owner.insignia.badges.get({ badgeId });
  assert.notEqual(now.image, drawn);
});

test('a picture removed from a design can be added again, and so can the original one', async () => {
  const image = dataUri(await pngBytes(40, 40));
  const { picture } = await owner.insignia.designs.addPicture({ image });
  // Without a design, and with one of another program.
  for (const [n, initial] of [{}, { designJson: '{"objects":[]}' }].entries()) {
    const own = { image: dataUri(await pngBytes(50 + n, 50)), ...initial };
    await assertComesBack(await createBadge(owner, issuerId, own), picture);
  }
});

async function assertComesBack(badgeId: string, picture: string): Promise<void> {
  const first = idFromUrl((await owner.insignia.badges.get({ badgeId })).image);
  const save = async (layers: object[]) =>
    owner.api('PUT', `/badges/${badgeId}`, { parameters: { designJson: createDesign(layers) } });
  const background = { ...square, fill: red };
  assertOk(await save([background, pictureLayer(picture)]));
  // As after a hundred other uploads: only the badge refers to it.
  await sql`delete from design_pictures where cid = ${picture}`.execute(instance.db);
  assertOk(await save([background]));
  assertOk(await save([background, pictureLayer(first)]));
  assertOk(await save([background, pictureLayer(picture)]));
}

test('only the newest 100 unused pictures of an account are kept', async () => {
  const { accountId, insignia } = await createOwner(instance);
  const { picture } = await insignia.designs.addPicture({ image: dataUri(await pngBytes(9, 9)) });
  await sql`
    with made as (insert into images (cid, media_type, bytes, width, height, touched_at)
      select 'b' || n, 'image/png', 1, 1, 1, now() from generate_series(1, 120) n returning cid)
    insert into design_pictures select ${accountId}, cid, now() - interval '1 day' from made`.execute(
    instance.db,
  );
  const next = await insignia.designs.addPicture({ image: dataUri(await pngBytes(8, 8)) });
  const { rows } = await sql<{ cid: string }>`
    select cid from design_pictures where account_id = ${accountId} order by added_at desc`.execute(
    instance.db,
  );
  assert.equal(rows.length, 100);
  assert.deepEqual(
    rows
      .slice(0, 2)
      .map(({ cid }) => cid)
      .sort(),
    [next.picture, picture].sort(),
  );
});
