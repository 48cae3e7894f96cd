import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { languages } from '@insignia/contract';
import { type CardDesign, createCardDesign } from '@insignia/design';
import { createShades } from '@insignia/tokens/shades';
import sharp from 'sharp';
import {
  type Brand,
  type Credential,
  createCertificateRenderer,
  sampleBrand,
} from '../support/certificate-renderer.ts';

const warnings: unknown[] = [];
const press = createCertificateRenderer(warnings);
after(() => press.stop());

type Card = { bytes: Buffer; at: (x: number, y: number) => number[] };

async function createCard(
  brand: Partial<Brand>,
  credential: Partial<Credential> = {},
): Promise<Card> {
  return readCard(await press.card({ ...sampleBrand, ...brand }, credential));
}

async function readCard(bytes: Buffer): Promise<Card> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height], [1_200, 630]);
  const at = (x: number, y: number): number[] => [
    ...data.subarray((y * 1_200 + x) * 3, (y * 1_200 + x) * 3 + 3),
  ];
  return { bytes, at };
}

type Part = { from: [x: number, y: number]; to: [x: number, y: number] };

/** Counts matching pixels in an area, every other one. */
function count({ at }: Card, { from, to }: Part, is: (color: number[]) => boolean): number {
  let found = 0;
  for (let x = from[0]; x < to[0]; x += 2)
    for (let y = from[1]; y < to[1]; y += 2) if (is(at(x, y))) found++;
  return found;
}

const rgb = (hex: string): number[] => [...Buffer.from(hex.slice(1), 'hex')];
/** Palettes are approximate. */
const near = (color: number[]) => (other: number[]) =>
  color.every((part, n) => Math.abs(part - (other[n] ?? 0)) <= 6);
const isInk = (color: number[]): boolean => Math.min(...color) < 160;
const isRed = ([r = 0, g = 0, b = 0]: number[]): boolean => r - Math.max(g, b) > 10;
const all: Part = { from: [0, 0], to: [1_200, 630] };
const margins: Part[] = [
  { from: [420, 0], to: [1_200, 36] },
  { from: [420, 600], to: [1_200, 630] },
  { from: [1_156, 0], to: [1_200, 630] },
  { from: [420, 0], to: [460, 630] },
];

test('a card has the issuer’s color on the starting side of its language, and text in a readable shade', async () => {
  // Without text: yellow stays yellow, and near-white stays visible.
  const panels = {
    '#24477f': '#24477f',
    '#8a1538': '#8a1538',
    '#ffdd00': '#ffdd00',
    '#ffffff': '#e0e0e0',
  };
  for (const [accentColor, panel] of Object.entries(panels)) {
    const isPanel = near(rgb(panel));
    const isAccent = near(rgb(createShades(accentColor).onLight));
    const latin = await createCard({ accentColor });
    const arabic = await createCard({ accentColor, language: 'ar' });
    for (const y of [5, 625])
      assert.deepEqual(
        [latin.at(5, y), latin.at(1_195, y), arabic.at(5, y), arabic.at(1_195, y)].map(isPanel),
        [true, false, false, true],
      );
    // Includes the badge's name.
    assert.ok(count(latin, { from: [468, 140], to: [1_148, 400] }, isAccent) > 1_000);
  }
});

test('cards differ by language, brand, logo and picture', async () => {
  const cards = [
    ...(await Promise.all(languages.map((language) => createCard({ language })))),
    await createCard({ accentColor: '#8a1538' }),
    await createCard({ accentColor: '#8a1538' }, { wideLogoCid: 'logo' }),
  ];
  const different = new Set(cards.map(({ bytes }) => bytes.toString('base64')));
  assert.equal(different.size, cards.length);
  const isBlue = ([r = 0, g = 0, b = 0]: number[]): boolean => b - Math.max(r, g) > 30;
  const corner: Part = { from: [468, 36], to: [700, 140] };
  const [plain, logo] = cards.slice(-2);
  assert.ok(plain && logo);
  assert.deepEqual([count(plain, corner, isBlue), count(logo, corner, isBlue) > 200], [0, true]);
});

test('names of any length and script stay within the card, and a revoked card says so in grey', async () => {
  const long = 'Advanced Postgraduate Diploma in the Theory and Practice of Navigation '.repeat(3);
  const names: [string, string][] = [
    ['Bo Li', 'Navigator'],
    ['Wolfeschlegelsteinhausenbergerdorff'.repeat(4).slice(0, 120), long.slice(0, 200)],
    ['山田太郎', '航海士基礎課程'.repeat(20)],
    ['রবীন্দ্রনাথ ঠাকুর', 'নৌচালনার ভিত্তি'],
  ];
  for (const wideLogoCid of [null, 'logo'])
    for (const [recipientName, badgeName] of names) {
      const issuerName = wideLogoCid ? long.slice(0, 200) : 'University of Somewhere';
      const card = await createCard({}, { recipientName, badgeName, issuerName, wideLogoCid });
      for (const part of margins)
        assert.equal(count(card, part, isInk), 0, `${badgeName} ${JSON.stringify(part)}`);
      assert.ok(count(card, { from: [468, 140], to: [1_148, 540] }, isInk) > 2_000, badgeName);
    }
  assert.equal(count(await createCard({ accentColor: '#24477f' }), all, isRed), 0);
  const revokedAt = new Date('2026-10-01');
  for (const language of ['fr', 'ar'] as const) {
    const card = await createCard({ accentColor: '#ffdd00', language }, { revokedAt });
    for (const third of [0, 1, 2]) {
      const part: Part = { from: [third * 400, 0], to: [third * 400 + 400, 630] };
      assert.ok(count(card, part, isRed) > 600, `${language} ${third}`);
    }
    for (const color of ['#ffdd00', createShades('#ffdd00').onLight])
      assert.equal(count(card, all, near(rgb(color))), 0, 'the accent colour is gone');
  }
  assert.deepEqual(warnings, []);
});

const design = createCardDesign({
  shades: { panel: '#24477f', text: '#24477f' },
  ...{ hasLogo: true, isRightToLeft: false },
  labels: { awardedTo: 'awarded to', issuedOn: 'Issued on {{issued_on}}' },
});
const designed = async (credential: Partial<Credential> = {}): Promise<Card> =>
  readCard((await press.cardDesign(design, credential)).bytes);

test('the usual card opened as layers has its parts at the same places', async () => {
  const cards = [
    await createCard({ accentColor: '#24477f' }, { wideLogoCid: 'logo' }),
    await designed(),
  ];
  const parts: [Part, (color: number[]) => boolean, number][] = [
    [{ from: [0, 0], to: [416, 130] }, near(rgb('#24477f')), 13_000],
    [{ from: [36, 200], to: [56, 430] }, near([255, 255, 255]), 1_000],
    [{ from: [468, 40], to: [570, 136] }, isInk, 300],
    [{ from: [590, 60], to: [1_148, 120] }, isInk, 200],
    [{ from: [468, 150], to: [1_148, 360] }, near(rgb('#24477f')), 1_000],
    [{ from: [468, 366], to: [1_148, 520] }, isInk, 500],
    [{ from: [468, 545], to: [1_148, 590] }, isInk, 200],
  ];
  for (const card of cards)
    for (const [part, is, minimum] of parts)
      assert.ok(count(card, part, is) > minimum, `${cards.indexOf(card)} ${JSON.stringify(part)}`);
  for (const part of margins)
    for (const card of cards) assert.equal(count(card, part, isInk), 0, JSON.stringify(part));
});

test('names of any length and script stay within a designed card, and a revoked one says so', async () => {
  const long = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(5).slice(0, 180).trim();
  for (const name of [long, '山田太郎'.repeat(20), 'রবীন্দ্রনাথ ঠাকুর', 'محمد عبد الله']) {
    const card = await designed({ recipientName: name, badgeName: name });
    for (const part of margins)
      assert.equal(count(card, part, isInk), 0, `${name} ${JSON.stringify(part)}`);
  }
  const isBanner = ([r = 0, g = 255]: number[]): boolean => r > 140 && g < 60;
  const top: Part = { from: [400, 0], to: [800, 70] };
  const revoked = await designed({ revokedAt: new Date('2026-10-01') });
  assert.equal(count(await designed(), top, isBanner), 0);
  assert.ok(count(revoked, top, isBanner) > 2_000);
  for (const third of [0, 1, 2]) {
    const part: Part = { from: [third * 400, 0], to: [third * 400 + 400, 630] };
    assert.ok(count(revoked, part, isRed) > 600, `${third}`);
  }
});

test('letters that no font has are reported, and the card says so', async () => {
  const { isWhole, bytes } = await press.cardDesign(design, { recipientName: 'Ada 𓀀 King' });
  assert.equal(isWhole, false);
  // Right of the blue panel, of which the note covers a part.
  const footer: Part = { from: [430, 590], to: [1_000, 628] };
  assert.ok(
    count(await readCard(bytes), footer, isInk) > count(await designed(), footer, isInk) + 50,
  );
});

test('a photo in a layer is set in all of its colors, with no more pixels than a card shows', async () => {
  const picture = 'bafkreiaaaaaaaaaaaaaaaa';
  const create = { width: 2_400, height: 1_600, channels: 3 as const, background: '#7d1234' };
  const photo = await sharp({ create }).jpeg().toBuffer();
  const files: Uint8Array[] = [];
  const own = createCertificateRenderer([], { [picture]: async () => photo }, (job) =>
    files.push(...Object.values(job.files).map(({ bytes }) => bytes)),
  );
  after(() => own.stop());
  const [panel] = design.layers;
  const layer = { ...panel, id: 'photo', type: 'picture', picture, alt: '', width: 2_400 };
  await own.cardDesign({ ...design, layers: [layer as (typeof design.layers)[number]] });
  const [file] = files;
  const { format, width } = await sharp(file).metadata();
  assert.deepEqual([files.length, format, width], [1, 'jpeg', 945]);
});

test('a card drawn over the layers that cards share equals one that is drawn as a whole', async () => {
  const [panel, ...layers] = design.layers;
  assert.equal(panel?.type, 'shape');
  const own = (id: string, more: object) => ({ ...layers.at(-1), id, ...more }) as typeof panel;
  const varied: CardDesign = {
    ...design,
    layers: [
      ...[panel, ...layers],
      own('turned', { x: 40, y: 40, width: 340, height: 80, rotation: 15, text: '{{short_code}}' }),
      own('pale', { y: 580, height: 40, color: '#ff000080', text: 'No {{credential_id}}' }),
      own('tiny', { x: 1_150, y: 300, width: 8, height: 4, size: 320, text: '{{recipient_name}}' }),
      own('code', { type: 'qr', x: 1_080, y: 20, width: 100, height: 100 }),
      { ...panel, id: 'over', x: 800, y: 400, width: 90, height: 400, rotation: 20 },
      // In the same size, because a picture is scaled once for its largest box.
      own('badge-again', { type: 'badge', x: 700, y: 20, width: 300, height: 300 }),
    ],
  };
  const draw = async (drawn: CardDesign, credential: Partial<Credential>) =>
    sharp((await press.cardDesign(drawn, credential)).bytes)
      .removeAlpha()
      .raw()
      .toBuffer();
  const small = own('small', { x: 700, y: 500, width: 300, height: 40, text: '{{short_code}}' });
  const cropped: CardDesign = { ...design, layers: [panel, small as typeof panel] };
  const low = { y: 300, width: 60, height: 20, size: 40 };
  const overflowing: CardDesign = {
    ...design,
    layers: [
      panel,
      own('low', { ...low, x: 600, text: 'For {{recipient_name}}' }),
      own('turned', { ...low, x: 800, text: '{{recipient_name}}', rotation: 90 }),
      own('narrow', { ...low, x: 1_000, text: '{{issued_on}}', fit: 'wrap', width: 8, height: 60 }),
    ],
  };
  const cards: [CardDesign, string][] = [
    ...['Åsa Öberg', 'Wolfeschlegel '.repeat(12), 'מרים', '山田'].map(
      (name): [CardDesign, string] => [varied, name],
    ),
    [cropped, 'Ada'],
    [overflowing, 'Wolfeschlegel '.repeat(20)],
  ];
  for (const [n, [drawn, recipientName]] of cards.entries()) {
    // Shared layers that are new are drawn as a whole. This one can't be seen, and has a stroke, so
    // that librsvg draws it.
    const mark = {
      ...panel,
      id: 'mark',
      width: n + 1,
      fill: { type: 'color', color: '#00000000' },
      stroke: { paint: { type: 'color', color: '#00000000' }, width: 1 },
    };
    // An account has shared layers for two cards.
    const accountId = drawn === overflowing ? 'other' : 'own';
    const whole = await draw(
      { ...drawn, layers: [mark as typeof panel, ...drawn.layers] },
      { recipientName, accountId },
    );
    await draw(drawn, { recipientName: `${recipientName}!`, accountId });
    const parts = await draw(drawn, { recipientName, accountId });
    const difference = whole.reduce(
      (far, value, at) => Math.max(far, Math.abs(value - (parts[at] ?? 0))),
      0,
    );
    assert.ok(difference <= 2, `${recipientName}: ${difference}`);
  }
});
