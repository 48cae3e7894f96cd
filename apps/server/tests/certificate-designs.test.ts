// Certificates in custom designs, rendered without a database.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { certificateOperations, orientations, papers } from '@insignia/contract';
import { type CertificateDesign, readCertificateDesign, styleDesigns } from '@insignia/design';
import sharp from 'sharp';
import {
  type Brand,
  type Credential,
  createCertificateRenderer,
  rasterizeGrey,
  rasterizePdf,
  sampleBrand,
  sampleCredential,
  threeSignatories,
} from './support/certificate-renderer.ts';
import { copyInChrome, readPdf } from './support/pdf.ts';
import { readQr } from './support/qr.ts';
import { isShort } from './support/test-form.ts';

const warnings: unknown[] = [];
const press = createCertificateRenderer(warnings);
after(() => press.stop());

type Layer = Record<string, unknown>;

function design(layers: Layer[], more: object = {}): CertificateDesign {
  const read = readCertificateDesign({
    ...{ insigniaDesign: 1, kind: 'certificate', paper: 'a4', orientation: 'landscape' },
    layers: layers.map((layer, n) => ({ id: `layer-${n}`, ...layer })),
    ...more,
  });
  if ('errors' in read) throw new Error(JSON.stringify(read.errors));
  return read.design;
}
const text = (written: string, more: Layer = {}): Layer => ({
  ...{ type: 'text', x: 20, y: 20, width: 200, height: 20, text: written, size: 30, ...more },
});
const { design: exampleValue } = certificateOperations.createCertificate.examples.body;
const readExample = (): CertificateDesign => {
  const read = readCertificateDesign(exampleValue);
  if ('errors' in read) throw new Error(JSON.stringify(read.errors));
  return read.design;
};
const set = async (written: CertificateDesign, credential: Partial<Credential> = {}) =>
  (await press.design(written, credential)).bytes;
const letters = (written: string): string =>
  written.normalize('NFKC').replaceAll(/[\s\u200b\u202a-\u202e\u2066-\u2069]/g, '');

/** Shares of the sheet where something is drawn. */
async function findInk(pdf: Buffer, page = 0) {
  const image = sharp(await rasterizePdf(pdf, 72, page)).greyscale();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  let [left, right, top, bottom] = [1, 0, 1, 0];
  for (let at = 0; at < data.length; at++) {
    if ((data[at] ?? 255) > 200) continue;
    const [x, y] = [(at % info.width) / info.width, Math.floor(at / info.width) / info.height];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return { left, right, top, bottom };
}

test('the example of the reference is a tagged page of PDF/A with a readable QR code', async () => {
  const pdf = await set(readExample());
  const read = await readPdf(pdf);
  assert.deepEqual([read.pages, read.isTagged, read.size.map(Math.round)], [1, true, [842, 595]]);
  assert.match(pdf.toString('latin1'), /pdfaid:part>[23]<[\s\S]*pdfaid:conformance>A</);
  for (const words of [
    ...['Augusta Ada King', 'Foundations of Coastal Navigation', 'Prof. Dr. Mary Cartwright'],
    ...['President', 'June 19, 2026', 'tides, charts and pilotage'],
    `https://credentials.example.org/credentials/${sampleCredential.id}`,
  ])
    assert.ok(letters(read.text).includes(letters(words)), `${words}\n${read.text}`);
  assert.equal(
    await readQr(await rasterizePdf(pdf, 100)),
    `https://credentials.example.org/credentials/${sampleCredential.id}`,
  );
  assert.deepEqual(warnings, []);
});

/** Share of the pixels that differ between two PDFs. */
async function compare(one: Buffer, other: Buffer): Promise<number> {
  // At print resolution, because PDFium widens thin strokes, but not thin rectangles.
  const first = await rasterizeGrey(one, 576, 842);
  const second = await rasterizeGrey(other, 576, 842);
  assert.equal(first.length, second.length);
  let differences = 0;
  // An iterator would take four times as long.
  for (let at = 0; at < first.length; at++)
    if (Math.abs((first[at] ?? 0) - (second[at] ?? 0)) > 32) differences += 1;
  return differences / first.length;
}

for (const [nth, certificateStyle] of (
  Object.keys(styleDesigns) as (keyof typeof styleDesigns)[]
).entries())
  test(`the style “${certificateStyle}” opened as layers prints the same`, async () => {
    const labels = {
      ...{ title: 'Certificate', awardedTo: 'This certifies that', awardedFor: 'has earned' },
      ...{ issuedOn: 'Issued on', validUntil: 'Valid until', verify: 'Verify at' },
      smallPrint: 'Check its current status at {{short_url}}',
    };
    const sheets = orientations.flatMap((orientation) => [
      ...papers.map((paper) => ({ orientation, paper, signatures: sampleBrand.signatures })),
      { orientation, paper: 'a4' as const, signatures: threeSignatories },
    ]);
    // Each orientation, paper and number of signatories in half of the styles.
    const shown = isShort ? [sheets.at(nth % 2 === 0 ? 1 : -1) ?? assert.fail()] : sheets;
    for (const { orientation, paper, signatures } of shown) {
      const brand = { ...sampleBrand, certificateStyle, orientation, paper, signatures };
      const layers = styleDesigns[certificateStyle]({
        ...{ paper, orientation, accentColor: brand.accentColor, labels },
        signatures: signatures.length,
        // The sample logo has 200 by 225 pixels.
        ...{ logoRatio: 200 / 225, isRtl: false },
        address: 'https://credentials.example.org/credentials/',
      });
      const share = await compare(await press.set(brand), await set(layers, { brand }));
      const percent = (share * 100).toFixed(3);
      assert.ok(
        share < 0.0005,
        `${orientation} ${paper} ${signatures.length}: ${percent}% of the pixels differ`,
      );
    }
  });

test('in “classic” with three signatories, the longest dates stay between the seal and the code', async () => {
  const day = new Date('2028-09-28');
  for (const [language, start, end] of [
    ['es', 58, 153.1],
    ['ar', 56.9, 152],
  ] as const) {
    const brand: Brand = {
      ...{ ...sampleBrand, language, orientation: 'portrait', signatures: threeSignatories },
    };
    const { placed } = await readPdf(await press.set(brand, { issuedOn: day, expires: day }));
    const beside = placed
      .map(({ text, left, right, bottom }) => ({
        ...{ text, left: (left * 25.4) / 72, right: (right * 25.4) / 72 },
        y: 297 - (bottom * 25.4) / 72,
      }))
      .filter(({ y }) => y > 240 && y < 275);
    assert.ok(beside.filter(({ text }) => text.includes('2028')).length === 2, language);
    const covered = beside.filter(({ left, right }) => left < start || right > end);
    assert.deepEqual(covered, [], language);
  }
});

test('the longest dates are each on one line in every style', async () => {
  const day = new Date('2028-09-28');
  for (const certificateStyle of Object.keys(styleDesigns) as (keyof typeof styleDesigns)[])
    for (const orientation of orientations)
      for (const count of isShort ? [0, 3] : [0, 1, 2, 3]) {
        const signatures = threeSignatories.slice(0, count);
        const brand = { ...sampleBrand, certificateStyle, orientation, signatures };
        const pdf = await press.set({ ...brand, language: 'es' }, { issuedOn: day, expires: day });
        const { placed, text: shown } = await readPdf(pdf);
        const years = placed.filter(({ text }) => text.trim() === '2028');
        assert.deepEqual(years, [], `${certificateStyle} ${orientation} ${count}: ${shown}`);
      }
});

test('text is read in the order of the layers', async () => {
  const pdf = await set(
    design([text('Second place', { y: 100 }), text('{{recipient_name}}'), text('Last', { y: 60 })]),
  );
  const { text: shown } = await readPdf(pdf);
  const places = ['Second place', 'Augusta Ada King', 'Last'].map((word) => shown.indexOf(word));
  assert.deepEqual(
    places,
    places.toSorted((one, other) => one - other),
  );
  assert.ok(
    places.every((place) => place >= 0),
    shown,
  );
});

test('a design with a back has two pages on paper of its size', async () => {
  const pdf = await set(
    design([text('Front')], {
      ...{ paper: 'letter', orientation: 'portrait', background: { color: '#7d1234' } },
      back: { layers: [text('Back of {{credential_id}}', { id: 'back', size: 12 })] },
    }),
  );
  const read = await readPdf(pdf);
  assert.deepEqual([read.pages, read.size.map(Math.round)], [2, [612, 792]]);
  assert.ok(read.text.includes(`Back of ${sampleCredential.id}`), read.text);
  const corner = async (page: number) =>
    sharp(await rasterizePdf(pdf, 36, page))
      .extract({ left: 0, top: 0, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer();
  assert.deepEqual([...(await corner(0))], [0x7d, 0x12, 0x34]);
  assert.deepEqual([...(await corner(1))], [255, 255, 255]);
  const bare = await set(design([], { back: { background: { color: '#7d1234' }, layers: [] } }));
  assert.equal((await readPdf(bare)).pages, 2);
});

test('layers are drawn at their millimeters, aligned and rotated', async () => {
  const shape = { type: 'shape', shape: { kind: 'rectangle', radius: 0 } };
  const fill = { type: 'color', color: '#000000' };
  const bar = { ...shape, fill, x: 29.7, y: 21, width: 59.4, height: 42 };
  const at = await findInk(await set(design([bar])));
  for (const [edge, share] of Object.entries({ left: 0.1, right: 0.3, top: 0.1, bottom: 0.3 }))
    assert.ok(Math.abs(at[edge as keyof typeof at] - share) < 0.004, JSON.stringify(at));
  // A quarter turn about its center.
  const turned = await findInk(
    await set(design([{ ...bar, x: 100, y: 100, height: 2, rotation: 90 }])),
  );
  assert.ok(Math.abs(turned.left - 128.7 / 297) < 0.004, JSON.stringify(turned));
  assert.ok(Math.abs(turned.top - 71.3 / 210) < 0.006, JSON.stringify(turned));
  const inBox = { x: 100, width: 100, y: 50, height: 40, size: 12 };
  const [left, right, low] = await Promise.all(
    [{ align: 'left' }, { align: 'right' }, { align: 'center', verticalAlign: 'bottom' }].map(
      async (more) => findInk(await set(design([text('Here', { ...inBox, ...more })]))),
    ),
  );
  assert.ok(Math.abs((left?.left ?? 0) - 100 / 297) < 0.005, JSON.stringify(left));
  assert.ok(Math.abs((right?.right ?? 0) - 200 / 297) < 0.005, JSON.stringify(right));
  assert.ok(Math.abs((low?.bottom ?? 0) - 90 / 210) < 0.008, JSON.stringify(low));
});

test('a file for print has the bleed around the trimmed page', async () => {
  const written = design([text('Front')], { bleed: 3, background: { color: '#7d1234' } });
  const { bytes } = await press.design(written, {}, { hasBleed: true });
  const read = await readPdf(bytes);
  assert.deepEqual(read.size.map(Math.round), [859, 612]);
  const [, left, bottom, right, top] =
    /\/TrimBox \[([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+)\]/.exec(bytes.toString('latin1')) ?? [];
  const sides = [Number(right) - Number(left), Number(top) - Number(bottom)];
  assert.deepEqual(sides.map(Math.round), [842, 595]);
  const [front] = read.placed;
  const [trimmed] = (await readPdf(await set(written))).placed;
  assert.ok(Math.abs((front?.left ?? 0) - (trimmed?.left ?? 0) - (3 * 72) / 25.4) < 0.1);
});

test('a background picture is at the same place of the sheet with and without its bleed', async () => {
  const [drawing, photo] = ['bafkreiaaaaaaaaaaaaaaaa', 'bafkreibbbbbbbbbbbbbbbb'];
  // A millimeter has 2 pixels. The square is 10 mm from the left and the top of the trimmed sheet.
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="634" height="460">
    <rect width="634" height="460" fill="#fff"/><path d="M40 40h100v100H40z"/></svg>`;
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  const jpeg = await sharp(png).jpeg({ quality: 95 }).toBuffer();
  const own = createCertificateRenderer([], {
    ...{ [drawing]: async () => png, [photo]: async () => jpeg },
  });
  after(() => own.stop());
  for (const picture of [drawing, photo]) {
    const written = design([], { bleed: 10, background: { picture } });
    const sheet = await findInk((await own.design(written)).bytes);
    const print = await findInk((await own.design(written, {}, { hasBleed: true })).bytes);
    const inMillimeters = ({ left, top }: typeof sheet, width: number, height: number) =>
      [left * width, top * height].map(Math.round);
    assert.deepEqual(inMillimeters(sheet, 297, 210), [10, 10]);
    assert.deepEqual(inMillimeters(print, 317, 230), [20, 20]);
  }
});

test('notes of a file for print are on the trimmed page', async () => {
  const written = design([text('{{recipient_name}}', { y: 90 })], { bleed: 10 });
  const credential = { recipientName: 'Ada \u{13000}', revokedAt: new Date('2026-10-01') };
  const { bytes } = await press.design(written, credential, { hasBleed: true });
  const { placed, size } = await readPdf(bytes);
  const [lowest, highest] = [(10 * 72) / 25.4, size[1] - (10 * 72) / 25.4];
  for (const words of [/REVOKED/, /characters/]) {
    const note = placed.find((each) => words.test(each.text));
    assert.ok(note && note.bottom > lowest && note.top < highest, JSON.stringify(note));
  }
});

test('names of 200 characters shrink into their box, and other text is cut at its end', async () => {
  const long = 'Maria Francisca de Assis Isabel Gabriela '.repeat(5).slice(0, 200).trim();
  const box = { x: 40, width: 217, y: 60, height: 24, size: 40 };
  const pdf = await set(design([text('{{recipient_name}}', box)]), { recipientName: long });
  assert.ok(letters((await readPdf(pdf)).text).includes(letters(long)));
  const at = await findInk(pdf);
  assert.ok(at.left >= 39 / 297 && at.right <= 258 / 297, JSON.stringify(at));
  assert.ok(at.top >= 59 / 210 && at.bottom <= 85 / 210, JSON.stringify(at));
  const wrapped = await set(
    design([text('Words that go on. '.repeat(40), { ...box, fit: 'wrap', size: 14 })]),
  );
  assert.match((await readPdf(wrapped)).text, /…/);
  const inside = await findInk(wrapped);
  assert.ok(inside.bottom <= 85 / 210, JSON.stringify(inside));
});

test('invisible text in a box lower than its lines is left out', async () => {
  const invisible = ['\u200b', '\u2060', '\u0301', '{{field:Note}}'];
  const layers = invisible.map((words) => text(words, { height: 0.1 }));
  const attributes = [{ name: 'Note', type: 'text', value: '\u200d' }] as const;
  const pdf = await set(design([...layers, text('Ada', { y: 90 })]), {
    credentialDetails: { attributes: [...attributes] },
  });
  assert.match((await readPdf(pdf)).text, /^Ada/);
});

test('a layer is hidden if a value is missing, unless it says otherwise', async () => {
  const layers = [
    text('Valid until {{expires}}'),
    text('Grade: {{field:Grade}}', { y: 60 }),
    text('Honours: {{field:Honours}}', { y: 90, hideWhenEmpty: false }),
    text('Never', { y: 120, hidden: true }),
  ];
  const attributes = [{ name: 'grade', type: 'text' as const, value: 'A+' }];
  const { text: shown } = await readPdf(
    await set(design(layers), { expires: null, credentialDetails: { attributes } }),
  );
  assert.deepEqual(
    ['Valid until', 'Grade: A+', 'Honours:', 'Never'].map((words) => shown.includes(words)),
    [false, true, true, false],
    shown,
  );
});

test('a layer is shown only if its placeholder has a value, whatever its kind', async () => {
  const written = design([
    text('Valid until', { showIf: 'expires' }),
    text('Issued on', { showIf: 'issued_on', y: 60, isSmallCaps: true }),
    {
      ...{ type: 'shape', x: 250, y: 180, width: 20, height: 20, showIf: 'signatory_2_name' },
      ...{ shape: { kind: 'fleuron' }, fill: { type: 'color', color: '#000000' } },
    },
  ]);
  const brand = { ...sampleBrand, signatures: sampleBrand.signatures.slice(0, 1) };
  const pdf = await set(written, { brand, expires: null });
  assert.equal((await readPdf(pdf)).text.trim(), 'Issued on');
  assert.ok((await findInk(pdf)).right < 0.8);
  assert.ok((await findInk(await set(written))).right > 0.9);
});

test('the certificate text is that of the badge, or else its description, also amid other words', async () => {
  const written = design([
    text('{{certificate_text}}'),
    text('Awarded {{certificate_text}}', { y: 60, size: 12 }),
  ]);
  const print = async (credential: Partial<Credential>) =>
    (await readPdf(await set(written, { description: 'Knows **tides**', ...credential }))).text;
  assert.equal((await print({})).split('Knows tides').length - 1, 2);
  const own = await print({ details: { certificateText: 'for *sailing*' } });
  assert.ok(own.includes('Awarded for sailing') && !own.includes('Knows'), own);
});

test('dates are in words of the certificate’s language, or in digits', async () => {
  const written = design([
    text('{{issued_on}}', { size: 12 }),
    text('{{expires}}', { y: 60, size: 12 }),
    text('{{issued_on_digits}} {{expires_digits}}', { y: 90, size: 12 }),
    text('{{field:Defended on}}', { y: 120, size: 12 }),
  ]);
  const dates = {
    ...{ issuedOn: new Date('2026-11-26'), expires: new Date('2028-03-01') },
    credentialDetails: {
      attributes: [{ name: 'Defended on', type: 'date' as const, value: '2026-05-03' }],
    },
  };
  const expected = {
    en: ['November 26, 2026', 'March 1, 2028', 'May 3, 2026'],
    de: ['26. November 2026', '1. März 2028', '3. Mai 2026'],
    fr: ['26 novembre 2026', '1er mars 2028', '3 mai 2026'],
    es: ['26 de noviembre de 2026', '1 de marzo de 2028', '3 de mayo de 2026'],
    ar: ['نوفمبر', 'مارس', 'مايو'],
  } as const;
  for (const language of ['en', 'de', 'fr', 'es', 'ar'] as const) {
    const brand = { ...sampleBrand, language };
    const shown = letters((await readPdf(await set(written, { ...dates, brand }))).text);
    for (const words of [...expected[language], '2026-11-26 2028-03-01'])
      assert.ok(shown.includes(letters(words)), `${language}: ${words}\n${shown}`);
  }
});

test('hours and credits are placeholders, and layers with them are left out if a badge has none', async () => {
  const written = design([
    text('{{hours}} hours, {{credits}} credits', { size: 12 }),
    text('{{results}}', { y: 60, size: 12 }),
  ]);
  const print = async (details: Credential['details'], language: 'en' | 'de' = 'en') =>
    (await readPdf(await set(written, { details, brand: { ...sampleBrand, language } }))).text;
  const both = await print({ hours: 1_200, credits: 2.5 });
  for (const words of ['1,200 hours, 2.5 credits', 'Hours: 1,200', 'Credits: 2.5'])
    assert.ok(both.replaceAll('\u00a0', ' ').includes(words), both);
  assert.ok((await print({ hours: 16, credits: 2.5 }, 'de')).includes('16 hours, 2,5 credits'));
  assert.equal((await print(null)).trim(), '');
});

test('names in all bundled scripts are real text, also right-to-left in a left-to-right design', async () => {
  const names = [
    ...['Ωμέγα Παπαδόπουλος', 'Анна Каренина', 'محمد عبد الله', 'דוד בן גוריון', 'राम शर्मा'],
    ...['রবি ঠাকুর', 'தமிழ் செல்வன்', 'สมชาย ใจดี', '山田 太郎さん', '王小明同学', '김민수 학생'],
    ...['ნინო ბერიძე', 'Արամ Խաչատրյան', 'ኃይሌ ገብረሥላሴ', 'សុខ សុភា', 'ສົມຊາຍ ໃຈດີ', 'အောင်ဆန်းစုကြည်'],
  ];
  const written = design([
    text('This certifies that {{recipient_name}} took part'),
    text('{{recipient_name}}', { y: 60, font: 'Cormorant Garamond', weight: 600 }),
  ]);
  for (const recipientName of names) {
    const pdf = await set(written, { recipientName });
    assert.match(pdf.toString('latin1'), /pdfaid:part>[23]</, recipientName);
    const shown = letters((await readPdf(pdf)).text);
    const missing = [...letters(recipientName)].filter(
      (char) => /[\p{L}\p{M}]/u.test(char) && !shown.includes(char),
    );
    assert.deepEqual(missing, [], recipientName);
  }
  const copied = await copyInChrome(await set(written, { recipientName: 'محمد عبد الله' }));
  assert.ok(copied.includes('محمد عبد الله'), copied);
});

test('values in another direction than their sentence keep their own order, and do not change it', async () => {
  const brand = { ...sampleBrand, language: 'ar' as const };
  const attributes = [{ name: 'Exam', type: 'date' as const, value: '2029-06-18' }];
  const results = { details: null, credentialDetails: { attributes } };
  // From left to right. Arabic is read from the right: 18 June 2029.
  for (const [written, shown, credential] of [
    ['until {{expires}} 12 times', 'until 2029 يونيو 18 12 times', {}],
    ['{{recipient_name}} took part', '5 محمد took part', { recipientName: 'محمد 5' }],
    ['حتى {{expires_digits}} فقط', 'فقط 2029-06-18 حتى', {}],
    ['{{results}}', 'Exam: 2029 يونيو 18', results],
    ['Passed {{results}} today', 'Passed Exam: 2029 يونيو 18 today', results],
    ['For {{recipient_name}} (best)', 'For adA (best)', { recipientName: '\u2069\u202eadA\u2068' }],
  ] as const) {
    const layer = text(written, { size: 12 });
    const expires = new Date('2029-06-18');
    const { placed } = await readPdf(await set(design([layer]), { expires, brand, ...credential }));
    const drawn = placed.toSorted((one, other) => one.left - other.left).map(({ text }) => text);
    assert.equal(letters(drawn.join('')), letters(shown), written);
  }
});

test('letters without a font are left out, reported, and the certificate says so', async () => {
  const written = design([text('{{recipient_name}}')]);
  const { bytes, isWhole } = await press.design(written, { recipientName: 'Ada 𓀀𓀁 King' });
  assert.equal(isWhole, false);
  assert.match((await readPdf(bytes)).text, /Some characters can’t be shown here/);
  assert.equal((await press.design(written)).isWhole, true);
});

test('the note about missing letters is readable over any background', async () => {
  const dark = design([text('𓀀')], { background: { color: '#000000' } });
  const pdf = await set(dark);
  const { placed, size } = await readPdf(pdf);
  const note = placed.find(({ text: words }) => words.startsWith('Some characters'));
  assert.ok(note);
  const { left, right, bottom, top } = note;
  const shown = await sharp(await rasterizePdf(pdf, 72))
    .greyscale()
    .extract({
      ...{ left: Math.ceil(left), top: Math.ceil(size[1] - top) },
      ...{ width: Math.floor(right - left), height: Math.floor(top - bottom) - 1 },
    })
    .raw()
    .toBuffer();
  const mean = shown.reduce((sum, value) => sum + value, 0) / shown.length;
  assert.ok(mean > 170, `${mean}`);
});

test('texts that look like Typst appear literally', async () => {
  for (const recipientName of [
    '#set text(red) *bold* _x_ $y^2$',
    '= heading \\u{41} #panic("no") @ref <label>',
    '{{badge_name}} {{credential_id}}',
  ]) {
    const pdf = await set(
      design([text('{{recipient_name}}'), text(`#panic() ${'$'}x`, { y: 60 })]),
      {
        recipientName,
      },
    );
    const shown = letters((await readPdf(pdf)).text);
    assert.ok(shown.includes(letters(recipientName)), shown);
    assert.ok(shown.includes('#panic()$x'), shown);
  }
});

test('a revoked certificate says so on both pages of any design, readable over any background', async () => {
  const revoked = { revokedAt: new Date('2026-10-01'), revocationReason: 'Issued by mistake' };
  const { text: shown } = await readPdf(await set(readExample(), revoked));
  for (const words of ['REVOKED', 'October 1, 2026', 'Issued by mistake'])
    assert.ok(shown.includes(words), `${words}\n${shown}`);
  const render = (color: string) => {
    const back = { background: { color }, layers: [text('Back', { id: 'back', y: 60 })] };
    return set(design([text('Front', { y: 60 })], { background: { color }, back }), revoked);
  };
  const [dark, light] = [await render('#000000'), await render('#ffffff')];
  const read = await readPdf(dark);
  assert.equal(read.text.split('October 1, 2026').length, 3, read.text);
  const notes = read.placed.filter(({ text }) => /October|mistake/.test(text));
  assert.equal(notes.length, 2, JSON.stringify(read.placed));
  // The back shows only the first of them, at the same place.
  for (const [page, count] of [2, 1].entries())
    for (const { left, right, bottom, top } of notes.slice(0, count)) {
      const box = { left: Math.ceil(left), top: Math.ceil(read.size[1] - top) };
      const [width, height] = [Math.floor(right - left), Math.floor(top - bottom) - 1];
      const [one, other] = await Promise.all(
        [dark, light].map(async (pdf) =>
          sharp(await rasterizePdf(pdf, 72, page))
            .extract({ ...box, width, height })
            .raw()
            .toBuffer(),
        ),
      );
      assert.ok(one?.equals(other ?? Buffer.alloc(0)), `page ${page}`);
    }
});

test('pictures without an alternative text are decoration, and missing ones leave no gap', async () => {
  const picture = {
    type: 'picture',
    picture: 'bafkreiaaaaaaaaaaaaaaaa',
    x: 20,
    y: 20,
    width: 30,
    height: 30,
  };
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  const own = createCertificateRenderer([], { [picture.picture]: async () => bytes });
  after(() => own.stop());
  const render = async (alt: string) =>
    (
      await own.design(
        design([
          { ...picture, alt },
          { type: 'logo', x: 60, y: 20, width: 30, height: 30 },
        ]),
        {
          logoCid: null,
        },
      )
    ).bytes.toString('latin1');
  assert.match(await render('Emblem of the city'), /\/Alt/);
  assert.doesNotMatch(await render(''), /\/Alt/);
});

test('a JPG as background covers the sheet, and the PDF contains it once and as it is', async () => {
  const [photo, drawing] = ['bafkreiaaaaaaaaaaaaaaaa', 'bafkreibbbbbbbbbbbbbbbb'];
  const stripes = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300">
    <rect width="600" height="300" fill="#ddd"/><path d="M0 0h90v80H0zM250 90h80v70h-80zM500 220h100v80H500z"/></svg>`;
  const jpeg = await sharp(Buffer.from(stripes)).flatten().jpeg({ quality: 88 }).toBuffer();
  const found: unknown[] = [];
  const own = createCertificateRenderer(found, {
    [photo]: async () => jpeg,
    // Drawn by Typst.
    [drawing]: () => sharp(jpeg).png().toBuffer(),
  });
  after(() => own.stop());
  const render = async (picture: string, orientation: string, output = {}) => {
    const background = { picture };
    const sides = { background, back: { background, layers: [] }, orientation, bleed: 3 };
    return (await own.design(design([text('Front')], sides), {}, output)).bytes;
  };
  for (const orientation of orientations) {
    const pdf = await render(photo, orientation);
    assert.equal(pdf.indexOf(jpeg), pdf.lastIndexOf(jpeg));
    assert.ok(pdf.includes(jpeg));
    assert.match(pdf.toString('latin1'), /pdfaid:conformance>A</);
    const share = await compare(pdf, await render(drawing, orientation));
    assert.ok(share < 0.0005, `${orientation}: ${(share * 100).toFixed(3)}% of the pixels differ`);
    const read = await readPdf(pdf);
    assert.deepEqual([read.pages, read.text.includes('Front')], [2, true]);
  }
  const [trimmed, other] = [
    await render(photo, 'landscape', { hasBleed: true }),
    await render(drawing, 'landscape', { hasBleed: true }),
  ];
  assert.ok((await compare(trimmed, other)) < 0.0005);
  assert.deepEqual(found, []);
});

test('a background and a layer may show the same JPG', async () => {
  const picture = 'bafkreiaaaaaaaaaaaaaaaa';
  const create = { width: 90, height: 60, channels: 3 as const, background: '#7d1234' };
  const jpeg = await sharp({ create }).jpeg().toBuffer();
  const own = createCertificateRenderer([], { [picture]: async () => jpeg });
  after(() => own.stop());
  const layer = { type: 'picture', picture, x: 100, y: 50, width: 90, height: 60 };
  const { bytes } = await own.design(design([layer], { background: { picture } }));
  const { left, right, top, bottom } = await findInk(bytes);
  assert.deepEqual([left, right, top, bottom].map(Math.round), [0, 1, 0, 1]);
  const alone = await own.design(design([layer]));
  const ink = await findInk(alone.bytes);
  assert.ok(Math.abs(ink.left - 100 / 297) < 0.01 && Math.abs(ink.bottom - 110 / 210) < 0.01);
});

test('a large JPG in a layer is in the PDF as it is, at the place of a small one, unless hidden', async () => {
  const [large, small] = ['bafkreiaaaaaaaaaaaaaaaa', 'bafkreiaaaaaaaaaaaaaaab'];
  const create = { width: 2_100, height: 1_400, channels: 3 as const, background: '#7d1234' };
  const [jpeg, shrunk] = await Promise.all(
    [2_100, 90].map((width) => sharp({ create }).resize({ width }).jpeg().toBuffer()),
  );
  assert.ok(jpeg && shrunk);
  const own = createCertificateRenderer([], {
    ...{ [large]: async () => jpeg, [small]: async () => shrunk },
  });
  after(() => own.stop());
  const render = async (picture: string, more: object = {}, format: 'pdf' | 'svg' = 'pdf') => {
    const layer = { type: 'picture', picture, x: 100, y: 50, width: 90, height: 90, rotation: 30 };
    const layers = [layer, { ...layer, id: 'tall', x: 10, width: 30, alt: 'Paint' }];
    return (await own.design(design(layers, more), {}, { format })).bytes;
  };
  const pdf = await render(large);
  assert.ok(pdf.includes(jpeg) && pdf.indexOf(jpeg) === pdf.lastIndexOf(jpeg));
  assert.ok((await compare(pdf, await render(small))) < 0.0005);
  const background = { picture: large };
  const both = await render(large, { background });
  assert.equal(both.indexOf(jpeg), both.lastIndexOf(jpeg));
  assert.match(both.toString('latin1'), /pdfaid:conformance>A</);
  assert.ok((await render(large, {}, 'svg')).length < jpeg.length * 4);
  for (const more of [{ hidden: true }, { showIf: 'expires' }]) {
    const layer = { type: 'picture', picture: large, x: 10, y: 5, width: 90, height: 60, ...more };
    const { bytes } = await own.design(design([layer]), { expires: null });
    assert.equal(bytes.includes(jpeg), false);
  }
});

test('words that dictionaries find count more towards the text of a certificate', async () => {
  const layers = [text('{{recipient_name}} {{badge_description}}', { height: 150 })];
  for (const [word, max] of [
    ['အောင်ဆန်းစုကြည်', 1_500],
    ['สมชายใจดี', 3_000],
  ] as const) {
    const { bytes } = await press.design(design(layers), {
      ...{ recipientName: word, description: word.repeat(1_000) },
    });
    const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
    const drawn = [...graphemes.segment(letters((await readPdf(bytes)).text))].length;
    assert.ok(drawn > max / 2 && drawn < max * 1.1, `${word}: ${drawn}`);
  }
});

test('a long text leaves shorter ones after it whole', async () => {
  const layers = [
    text('{{certificate_text}}', { height: 40, size: 12 }),
    text('{{badge_description}}', { y: 70, height: 60, size: 10 }),
    text('{{recipient_name}}', { y: 140 }),
    text('Awarded {{issued_on}}', { y: 170, size: 12 }),
  ];
  const issuedOn = new Date('2026-06-19');
  for (const word of ['အောင်ဆန်း ', 'สมชายใจดี ', 'Seamanship '])
    for (const details of [null, { certificateText: word.repeat(40) }]) {
      const description = word.repeat(700);
      const pdf = await set(design(layers), { issuedOn, description, details });
      const { text: shown } = await readPdf(pdf);
      for (const words of ['Augusta Ada King', 'Awarded June 19, 2026', word])
        assert.ok(letters(shown).includes(letters(words)), `${words}\n${shown}`);
    }
});

test('a text that is too long for a certificate leaves the name, date and code after it whole', async () => {
  const layers = [
    text('{{badge_description}}', { height: 60 }),
    text('{{recipient_name}}', { y: 90 }),
    text('{{issued_on}} {{short_code}}', { y: 120, size: 12 }),
  ];
  for (const description of ['Sailed a passage '.repeat(560), 'အောင်ဆန်းစုကြည် '.repeat(600)]) {
    const shown = letters((await readPdf(await set(design(layers), { description }))).text);
    for (const words of ['Augusta Ada King', 'June 19, 2026', '7K3M-9QXT'])
      assert.ok(shown.includes(letters(words)), `${words}\n${shown.slice(-200)}`);
  }
});

test('layers that are left out take no share of the text', async () => {
  const empty = Array.from({ length: 98 }, () =>
    text(`{{expires}}${'{{badge_description}}'.repeat(40)}`),
  );
  const layers = [...empty, text('{{badge_description}}', { height: 150, size: 8 })];
  const description = 'Sailed a passage '.repeat(60);
  const { text: shown } = await readPdf(
    await set(design(layers), { description, expires: null, details: null }),
  );
  assert.equal(shown.split('passage').length - 1, 60);
});

test('the largest design is set within the limit of the typesetter', async () => {
  const names = [
    '{{recipient_name}} {{certificate_text}} {{badge_description}} ',
    'Wörter und Worte ',
  ];
  const layers = Array.from({ length: 100 }, (_, n) =>
    text((names[n % 2] ?? '').repeat(10), { x: n, y: n, width: 80, height: 30, size: 24 }),
  );
  const pdf = await set(
    design(layers, { back: { layers: layers.map((layer, n) => ({ id: `back-${n}`, ...layer })) } }),
    {
      ...{ recipientName: 'สมชาย ใจดี '.repeat(10), description: 'ผู้ได้รับ '.repeat(900) },
      brand: sampleBrand,
    },
  );
  assert.equal((await readPdf(pdf)).pages, 2);
});

test('the largest ornaments are set within the limit of the typesetter', async () => {
  const box = { x: -100, y: -100, width: 500, height: 500 };
  const stroke = { paint: { type: 'color', color: '#123456' }, width: 0.2 };
  const layers = Array.from({ length: 12 }, () => ({
    ...{ type: 'shape', ...box, stroke, shape: { kind: 'guilloche', band: 4 } },
  }));
  assert.equal((await readPdf(await set(design(layers)))).pages, 1);
});

test('letters that can’t be drawn count towards the text of a certificate, and short texts stay', async () => {
  const repeated = text('{{certificate_text}}'.repeat(50), { size: 12 });
  const layers = [text('First'), ...Array.from({ length: 98 }, () => repeated), text('Last')];
  const { bytes, isWhole } = await press.design(
    design(layers, { back: { layers: layers.map((layer, n) => ({ id: `back-${n}`, ...layer })) } }),
    { description: '𓀀'.repeat(5_000) },
  );
  assert.equal(isWhole, false);
  const { text: shown } = await readPdf(bytes);
  assert.deepEqual(
    ['First', 'Last'].map((word) => shown.split(word).length - 1),
    [2, 2],
    shown,
  );
});
