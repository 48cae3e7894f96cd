// All certificate templates, typeset without a database.
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { certificateStyles, orientations, papers } from '@insignia/contract';
import {
  type CertificateBrand,
  type CertificateDesign,
  certificateTemplates,
  styleDesigns,
} from '@insignia/design';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import sharp from 'sharp';
import { listFontFolders } from '../src/platform/typeset/fonts.ts';
import type { TypesetJob } from '../src/platform/typeset/index.ts';
import {
  type Credential,
  createCertificateRenderer,
  rasterizePdf,
  sampleBrand,
  sampleCredential,
  threeSignatories,
} from './support/certificate-renderer.ts';
import { type PlacedText, readPdf } from './support/pdf.ts';
import { readQr } from './support/qr.ts';
import { isShort } from './support/test-form.ts';

const warnings: unknown[] = [];
const jobs: TypesetJob[] = [];
const press = createCertificateRenderer(warnings, {}, (job) => jobs.push(job));
after(() => press.stop());

const look: CertificateBrand = {
  ...{ paper: 'a4', accentColor: '#24477f', signatures: 2, language: 'en' },
  labels: {
    ...{ awardedTo: 'This certifies that', awardedFor: 'has earned', verify: 'Verify at' },
    ...{ issuedOn: 'Issued on', validUntil: 'Valid until' },
    smallPrint: 'Check its current status at {{short_url}}\nRegistered charity 1234567',
  },
  address: 'https://credentials.example.org/credentials/',
};
const full: Partial<Credential> = {
  badgeName: 'Coastal Navigation',
  credentialDetails: {
    attributes: [
      { name: 'Level', type: 'text', value: 'B2' },
      { name: 'Rank', type: 'text', value: '3rd' },
    ],
  },
};
/** In the short form, one of the papers for each template, in turn. */
const choosePapers = (n: number): CertificateBrand['paper'][] =>
  isShort ? [papers[n % papers.length] ?? 'a4'] : [...papers];
const letters = (written: string): string =>
  written.normalize('NFKC').replaceAll(/[\s\u200b\u202a-\u202e\u2066-\u2069]/g, '');
const points = (millimeters: number): number => (millimeters * 72) / 25.4;

/** The QR code with a margin, from a page of 144 dots per inch. */
function cropCode(page: Buffer, { layers }: CertificateDesign): Promise<Buffer> {
  const code = layers.find(({ type }) => type === 'qr') ?? assert.fail('no QR code');
  const dots = (millimeters: number): number => Math.round(2 * points(millimeters));
  return sharp(page)
    .extract({
      ...{ left: dots(code.x - 3), top: dots(code.y - 3) },
      ...{ width: dots(code.width + 6), height: dots(code.height + 6) },
    })
    .toBuffer();
}

/** Pieces of text that leave the safe margin. */
function findOutside(placed: PlacedText[], design: CertificateDesign, size: [number, number]) {
  const margin = points(design.safeMargin) - 0.5;
  const [width, height] = size;
  return placed.filter(
    ({ left, right, bottom, top }) =>
      left < margin || right > width - margin || bottom < margin || top > height - margin,
  );
}

/** Pairs of pieces that cover each other. */
function findOverlaps(placed: PlacedText[]): string[] {
  const isApart = (one: PlacedText, other: PlacedText): boolean =>
    one.right < other.left + 0.5 ||
    other.right < one.left + 0.5 ||
    one.top < other.bottom + 0.5 ||
    other.top < one.bottom + 0.5;
  return placed.flatMap((one, n) =>
    placed
      .slice(n + 1)
      .filter((other) => !isApart(one, other))
      .map((other) => `${one.text} / ${other.text}`),
  );
}

test('there are twelve templates of both orientations with unique IDs and names', () => {
  assert.equal(certificateTemplates.length, 12);
  for (const member of ['id', 'name'] as const)
    assert.equal(new Set(certificateTemplates.map((each) => each[member])).size, 12);
  const portraits = certificateTemplates.filter(({ orientation }) => orientation === 'portrait');
  assert.ok(portraits.length >= 4 && portraits.length <= 8);
  for (const { tags } of certificateTemplates) assert.ok(tags.length >= 3);
});

test('each template prints everything on one page of either paper, inside its safe margin', async () => {
  for (const [n, { id, build }] of certificateTemplates.entries())
    for (const paper of choosePapers(n)) {
      const design = build({ ...look, paper });
      const { bytes, isWhole } = await press.design(design, full);
      const read = await readPdf(bytes);
      assert.deepEqual([read.pages, read.isTagged, isWhole], [1, true, true], id);
      assert.doesNotMatch(read.text, /\{\{|\}\}/);
      for (const words of [
        ...['Augusta Ada King', 'Coastal Navigation', 'University of Somewhere', 'June 19, 2026'],
        ...['June 18, 2029', 'Prof. Dr. Mary Cartwright', 'Dean of the Faculty', '/c/7K3M-9QXT'],
        ...['passed the written examination', 'Registered charity 1234567'],
      ])
        assert.ok(letters(read.text).includes(letters(words)), `${id}: ${words}\n${read.text}`);
      assert.deepEqual(findOutside(read.placed, design, read.size), [], `${id} on ${paper}`);
      assert.deepEqual(findOverlaps(read.placed), [], `${id} on ${paper}`);
      assert.equal(
        await readQr(await cropCode(await rasterizePdf(bytes, 144), design)),
        `https://credentials.example.org/credentials/${sampleCredential.id}`,
        id,
      );
    }
  assert.deepEqual(warnings, []);
});

test('long, right-to-left and Chinese names fit every template', async () => {
  const long = 'Maria Francisca de Assis Isabel Gabriela '.repeat(5).slice(0, 200).trim();
  const badgeName = 'Advanced Certificate in the Safe Operation of Harbor Cranes '.repeat(3);
  const others = ['محمد عبد الله بن يوسف', '王小明同学'];
  for (const [n, { id, build }] of certificateTemplates.entries())
    for (const recipientName of [long, ...(isShort ? [others[n % 2] ?? long] : others)]) {
      const design = build(look);
      const { bytes, isWhole } = await press.design(design, {
        ...{ recipientName, badgeName: badgeName.trim(), issuerName: long.slice(0, 100) },
      });
      const { pages, text, placed, size } = await readPdf(bytes);
      assert.deepEqual([pages, isWhole], [1, true], id);
      const shown = letters(text);
      const missing = [...letters(recipientName)].filter((letter) => !shown.includes(letter));
      assert.deepEqual(missing, [], `${id}: ${recipientName}`);
      if (recipientName === long) assert.ok(shown.includes(letters(long)), `${id}\n${text}`);
      assert.deepEqual(findOutside(placed, design, size), [], `${id}: ${recipientName}`);
      assert.deepEqual(findOverlaps(placed), [], `${id}: ${recipientName}`);
    }
});

test('long, right-to-left and Thai names cover nothing in styles opened as layers', async () => {
  const long = 'Maximilian Alexander von Habsburg-Lothringen und Battenberg';
  const badgeName = 'Advanced Certificate in the Safe Operation of Harbor Cranes and Derricks';
  const names = [
    long,
    `${long} zu Sachsen-Coburg`,
    'مريم بنت عبد الله الأسطرلابي',
    'สมชาย ใจดีศรีสุวรรณ',
  ];
  const sheets = Object.entries(styleDesigns).flatMap(([style, build]) =>
    orientations.map((orientation) => ({
      style: `${style} ${orientation}`,
      design: build({
        ...{ ...look, orientation, logoRatio: 200 / 225, isRtl: false },
        labels: { ...look.labels, title: 'Certificate' },
      }),
    })),
  );
  for (const [n, { style, design }] of sheets.entries())
    for (const recipientName of isShort ? [names[n % names.length] ?? long] : names) {
      const { bytes } = await press.design(design, { recipientName, badgeName });
      const { placed } = await readPdf(bytes);
      assert.deepEqual(findOverlaps(placed), [], `${style}: ${recipientName}`);
    }
});

test('titles are in the language of the brand, and Arabic designs are mirrored', () => {
  const titles = new Set<string>();
  for (const { id, build } of certificateTemplates) {
    const design = build(look);
    const heading = (of: CertificateDesign): string => {
      const layer = of.layers.find((each) => each.id === 'heading');
      return layer?.type === 'text' ? layer.text : assert.fail(id);
    };
    for (const language of ['en', 'de', 'fr', 'es', 'ar'])
      titles.add(`${language} ${heading(build({ ...look, language }))}`);
    assert.equal(heading(build({ ...look, language: 'xx' })), heading(design));
    const width = design.orientation === 'landscape' ? 297 : 210;
    const mirrored = build({ ...look, language: 'ar' });
    for (const [n, layer] of design.layers.entries()) {
      const other = mirrored.layers[n] ?? assert.fail(id);
      assert.ok(Math.abs(width - layer.x - layer.width - other.x) < 0.1, `${id}: ${layer.id}`);
      assert.equal(other.rotation + layer.rotation, 0, `${id}: ${layer.id}`);
    }
  }
  assert.equal(titles.size, 5 * 12);
});

test('a template has a signature for each signatory of the brand', async () => {
  for (const { id, build } of certificateTemplates)
    for (const signatures of [0, 1, 2]) {
      const design = build({ ...look, signatures });
      const found = design.layers.filter(({ type }) => type === 'signature');
      assert.equal(found.length, signatures, id);
      // Two are on the certificates of the tests above.
      if (signatures === 2) continue;
      const brand = { ...sampleBrand, signatures: sampleBrand.signatures.slice(0, signatures) };
      const { text } = await readPdf((await press.design(design, { ...full, brand })).bytes);
      assert.equal(text.includes('Mary Cartwright'), signatures > 0, id);
    }
});

test('each template has room for three signatories, hours, credits and custom fields on either paper', async () => {
  const brand = { ...sampleBrand, signatures: threeSignatories };
  for (const [n, { id, build }] of certificateTemplates.entries())
    for (const paper of choosePapers(n)) {
      const design = build({ ...look, paper, signatures: 3 });
      const details = { hours: 16, credits: 4 };
      const { bytes, isWhole } = await press.design(design, { ...full, details, brand });
      const { text, placed, size } = await readPdf(bytes);
      assert.ok(isWhole, id);
      for (const words of ['Hours: 16', 'Credits: 4', 'Level: B2', 'Rank: 3rd'])
        assert.ok(letters(text).includes(letters(words)), `${id}: ${words}\n${text}`);
      for (const { name, title } of threeSignatories)
        for (const words of [name, title])
          assert.ok(letters(text).includes(letters(words)), `${id}: ${words}\n${text}`);
      assert.deepEqual(findOutside(placed, design, size), [], `${id} on ${paper}`);
      assert.deepEqual(findOverlaps(placed), [], `${id} on ${paper}`);
    }
});

test('styles, designs and templates pass Typst’s checks of PDF/UA-1', async () => {
  jobs.length = 0;
  for (const certificateStyle of certificateStyles)
    await press.set({ ...sampleBrand, certificateStyle }, full);
  for (const { build } of certificateTemplates) await press.design(build(look), full);
  const [{ template } = { template: '' }] = jobs;
  const workspace = dirname(template);
  const compiler = NodeCompiler.create({
    ...{ workspace, fontArgs: [{ fontPaths: listFontFolders() }] },
  });
  const place = (name: string, bytes: Uint8Array): void =>
    compiler.mapShadow(join(workspace, name), Buffer.from(bytes));
  const findErrors = (options: Parameters<NodeCompiler['compile']>[0]): string => {
    const { result } = compiler.compile(options);
    assert.ok(result);
    try {
      compiler.pdf(result, { pdfStandard: 'ua-1' });
      return '';
    } catch (error) {
      return String((error as Error).message);
    }
  };
  for (const job of jobs) {
    for (const [name, { bytes }] of Object.entries(job.files)) place(name, bytes);
    place('data.json', Buffer.from(job.data));
    assert.equal(findErrors({ mainFilePath: job.template }), '', job.template);
  }
  assert.equal(jobs.length, certificateStyles.length + certificateTemplates.length);
  const withoutAlt = '#set document(title: "A")\n#image("picture", format: "png")';
  assert.match(findErrors({ mainFileContent: withoutAlt }), /alt/i);
});
