import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  type AttributeValue,
  certificateStyles,
  languages,
  orientations,
  papers,
} from '@insignia/contract';
import sharp from 'sharp';
import {
  type Brand,
  type Credential,
  createCertificateRenderer,
  rasterizePdf,
  sampleBrand,
  sampleCredential,
} from '../support/certificate-renderer.ts';
import { type PlacedText, readPdf } from '../support/pdf.ts';
import { readQr } from '../support/qr.ts';

const warnings: unknown[] = [];
const press = createCertificateRenderer(warnings);
after(() => press.stop());

const sizes = { a4: [595, 842], letter: [612, 792] };
const endless = 'Wolfeschlegelsteinhausenbergerdorff';
const names = [
  'Bo Li',
  'Maria Francisca de Assis Isabel Gabriela Rafaela Gonzaga of Orléans-Bragança, Princess and Countess of Somewhere, No 2',
  'محمد بن عبد الرحمن بن عبد الله بن إبراهيم الحسيني',
  endless.repeat(4).slice(0, 120),
];
const badges = [
  'Navigator',
  'Advanced Postgraduate Diploma in the Theory, History and Practice of Coastal and Ocean Navigation, Meteorology and Seamanship for Masters of Vessels of More Than Five Hundred Tons (Revised Edition 2026)',
];
const descriptions = [
  'Sailed for **three days**.',
  '',
  `## Rules\n\n${'Planned a passage and kept its log. '.repeat(12)}\n\n1. leave\n2. return\n\n> as told`,
  '- a point\n'.repeat(120),
];
const long = 'The Right Honourable Professor Doctor '.repeat(5).slice(0, 200).trim();
const footText =
  'Example Academy, foundation under public law · 12 Long Street, Longtown AB12 3CD · Accredited by the Agency for Higher Education · Registered charity 123456 at the Register of Foundations · '
    .repeat(2)
    .slice(0, 299)
    .concat('7');
const arabic = {
  recipientName: 'ليلى عبد الرحمن الحسيني',
  badgeName: 'أساسيات الملاحة الساحلية',
  issuerName: 'جامعة المدينة',
};
const signers = [
  { name: 'Mary Cartwright', title: 'President', pictureCid: 'signature-1' },
  { name: long, title: long, pictureCid: null },
  { name: 'Emmy Noether', title: 'Dean of the Faculty of Mathematics', pictureCid: 'signature-2' },
];

type Case = { brand: Brand; credential: Partial<Credential> };

const results: AttributeValue[][] = [
  [],
  [
    { name: 'Grade', type: 'text', value: '1.3' },
    { name: 'الدرجة', type: 'text', value: 'ممتاز' },
    { name: 'Defended on', type: 'date', value: '2026-05-03' },
  ],
  [{ name: 'Thesis #set page(fill: red)', type: 'text', value: endless.repeat(12) }],
];

/** All pairs of style and orientation, combined with the other options. */
const cases: Case[] = certificateStyles.flatMap((certificateStyle, s) =>
  orientations.flatMap((orientation, o) =>
    [0, 1, 2, 3].map((n) => {
      const mix = 4 * (2 * s + o) + n;
      const pick = <T>(list: readonly T[], turn: number): T => list[turn % list.length] as T;
      const state = pick(['valid', 'valid', 'revoked', 'expired'], mix + s + (mix >> 2));
      const credential: Partial<Credential> = {
        id: sampleCredential.id.slice(0, -3) + String(mix).padStart(3, '0'),
        recipientName: pick(names, n),
        badgeName: pick(badges, mix + (mix >> 1)),
        description: pick(descriptions, n + s),
        credentialDetails: { attributes: pick(results, mix + (mix >> 3)) },
        logoCid: pick([sampleCredential.logoCid, null], mix + o),
        issuerName: pick(['University of Somewhere', long], mix + (mix >> 2)),
        expires: pick([sampleCredential.expires, null], n >> 1),
        ...(state === 'expired' ? { expires: new Date('2026-10-01') } : {}),
        ...(state === 'revoked'
          ? { revokedAt: new Date('2026-10-01'), revocationReason: long }
          : {}),
      };
      const brand: Brand = {
        ...sampleBrand,
        ...{ certificateStyle, orientation },
        paper: pick(papers, mix + s + (n >> 1)),
        language: pick(languages, mix),
        signatures: signers.slice(0, (n + s + o) % 4),
        footText: pick(
          ['', 'Example Academy · Registered charity 123456', footText],
          mix + s + (mix >> 2),
        ),
      };
      return { brand, credential };
    }),
  ),
);

const describeCase = ({ brand, credential }: Case): string =>
  JSON.stringify([brand, { ...credential, description: credential.description?.slice(0, 20) }]);
const letters = (text: string): string[] =>
  text.normalize('NFKC').match(/[\p{Letter}\p{Number}]/gu) ?? [];

/** True if all letters are present, whatever order a reader gives right-to-left text. */
function has(all: string, text: string): boolean {
  const left = new Map<string, number>();
  for (const letter of letters(all)) left.set(letter, (left.get(letter) ?? 0) + 1);
  return letters(text).every((letter) => {
    const count = left.get(letter) ?? 0;
    left.set(letter, count - 1);
    return count > 0;
  });
}

function isGood({ revokedAt, expires }: Credential): boolean {
  return !revokedAt && (expires === null || expires > new Date('2026-11-01'));
}

function overlap(a: PlacedText, b: PlacedText): boolean {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom);
  // Neighbors on a line are kerned together.
  return wide > 4 && high > 0.5;
}

test('every style fits any input on one tagged page, without loss or overlap', async () => {
  const seen = new Set<string>();
  for (const one of cases) {
    const { brand, credential } = one;
    const shownCredential = { ...sampleCredential, ...credential };
    const pdf = await press.set(brand, credential);
    const read = await readPdf(pdf);
    assert.deepEqual([read.pages, read.isTagged], [1, true], describeCase(one));
    assert.deepEqual(
      read.size.map(Math.round),
      brand.orientation === 'portrait' ? sizes[brand.paper] : sizes[brand.paper].toReversed(),
    );
    assert.match(
      pdf.toString('latin1'),
      /pdfaid:part>3<[\s\S]*pdfaid:conformance>A</,
      describeCase(one),
    );
    const expected = [
      ...[
        shownCredential.recipientName,
        shownCredential.badgeName,
        shownCredential.issuerName,
        shownCredential.id,
        brand.footText,
      ],
      ...brand.signatures.flatMap(({ name, title }) => [name, title]),
      // Longer texts are truncated. Revoked credentials show no results.
      ...(isGood(shownCredential)
        ? (shownCredential.credentialDetails?.attributes ?? [])
        : []
      ).flatMap(({ name, type, value }) => [name, type === 'date' ? '2026' : value.slice(0, 100)]),
    ];
    for (const text of expected)
      assert.ok(has(read.text, text), `${text}\n${describeCase(one)}\n${read.text}`);
    // Spaced capitals must still be read and copied as one word.
    if (!/academic|minimal/.test(brand.certificateStyle) && brand.language !== 'ar')
      assert.match(read.text, /certificat|zertifikat|certificado/i, describeCase(one));
    // The mark across the sheet covers everything.
    const flat = read.placed.filter(({ isLevel }) => isLevel);
    const [width, height] = read.size;
    for (const text of flat)
      assert.ok(
        text.left >= 20 && text.right <= width - 20 && text.bottom >= 20 && text.top <= height - 20,
        `${JSON.stringify(text)} leaves the sheet\n${describeCase(one)}`,
      );
    for (const [n, text] of flat.entries())
      for (const other of flat.slice(n + 1))
        assert.ok(
          !overlap(text, other),
          `${JSON.stringify(text)}\n${JSON.stringify(other)}\n${describeCase(one)}`,
        );
    seen.add([brand.certificateStyle, brand.language].join());
    seen.add([brand.certificateStyle, brand.paper, brand.signatures.length].join());
  }
  assert.deepEqual(warnings, []);
  assert.ok(seen.size >= certificateStyles.length * 7, [...seen].join(' '));
});

test('signatories appear as written, aligned at the top, without affecting other text', async () => {
  const hostile = [
    '#panic("no") *bold* $x^2$',
    'Sir \u202egro.live\u202c Lovelace',
    '<b>Bo</b> @x <y>',
  ];
  for (const [n, certificateStyle] of certificateStyles.entries()) {
    const title = `${hostile[n % 3]} and ${long.slice(0, 150)}`;
    const brand: Brand = {
      ...{
        ...sampleBrand,
        certificateStyle,
        orientation: orientations[(n >> 1) % 2] ?? 'portrait',
      },
      signatures: [
        { name: 'Emmy Noether', title, pictureCid: 'signature-1' },
        { name: hostile[(n + 1) % 3] ?? '', title: '', pictureCid: null },
      ],
      footText: 'سجل \u202e123456\u202c #set page(fill: red)',
    };
    const { pages, placed, text } = await readPdf(await press.set(brand));
    assert.equal(pages, 1, certificateStyle);
    for (const { name, title } of brand.signatures)
      for (const words of [name, title]) assert.ok(has(text, words), `${words}\n${text}`);
    assert.ok(has(text, brand.footText), text);
    const [known, other] = ['Emmy', hostile[(n + 1) % 3]?.slice(0, 3) ?? ''].map((start) =>
      placed.find((one) => one.text.startsWith(start)),
    );
    assert.ok(known && other, text);
    assert.ok(
      Math.abs(known.top - other.top) < 0.5,
      `${certificateStyle}: ${known.top} ${other.top}`,
    );
  }
  assert.deepEqual(warnings, []);
});

test('the QR code is readable at 60 dpi, also on a certificate with a mark across it', async () => {
  const expires = new Date('2026-10-01');
  for (const certificateStyle of certificateStyles)
    for (const orientation of orientations)
      for (const paper of papers) {
        const brand = { ...sampleBrand, certificateStyle, orientation, paper };
        const seen = await rasterizePdf(await press.set(brand, { expires }), 60);
        const { width = 0 } = await sharp(seen).metadata();
        assert.equal(
          await readQr(seen, 2 * width),
          `https://credentials.example.org/credentials/${sampleCredential.id}`,
          `${certificateStyle} ${orientation} ${paper}`,
        );
      }
});

test('the image of a certificate has no dark areas that are light in the PDF', async () => {
  const codeFields = { description: 'Runs `git status` and knows what `HEAD` is.' };
  const picture = await press.picture(sampleBrand, codeFields);
  const { width = 0, height = 0 } = await sharp(picture).metadata();
  const darkIn = async (page: Buffer): Promise<number> => {
    const flat = sharp(page).flatten({ background: '#fff' }).resize(width, height);
    return (await flat.greyscale().raw().toBuffer()).filter((value) => value < 90).length;
  };
  const sheet = await rasterizePdf(await press.set(sampleBrand, codeFields), 110);
  assert.ok((await darkIn(picture)) < 1.02 * (await darkIn(sheet)));
});

/**
 * Pieces of lines whose letters are cut off at the top or bottom, although their text is present.
 */
async function unseen(pdf: Buffer, lines: PlacedText[]): Promise<string[]> {
  const dots = 2;
  const page = sharp(await rasterizePdf(pdf, 72 * dots)).greyscale();
  const { data, info } = await page.raw().toBuffer({ resolveWithObject: true });
  const isInked = (y: number, left: number, right: number): boolean => {
    const row = Math.round(info.height - y * dots) * info.width;
    return data
      .subarray(row + Math.round(left * dots), row + Math.round(right * dots))
      .some((value) => value < 128);
  };
  return lines
    .filter(({ left, right, bottom, top }) =>
      [0.25, 0.75].some((share) => !isInked(bottom + (top - bottom) * share, left, right)),
    )
    .map(({ text }) => text);
}

test('the widest name is neither cut nor overlaps, and no word is split for a larger font', async () => {
  for (const certificateStyle of certificateStyles)
    for (const orientation of orientations) {
      const bare: Brand = { ...sampleBrand, certificateStyle, orientation, signatures: [] };
      const widest: [letter: string, brand: Brand][] = [['W', bare]];
      // The style with the least space for a name.
      if (certificateStyle === 'engraved' && orientation === 'landscape')
        widest.push(['國', { ...bare, signatures: sampleBrand.signatures }]);
      for (const [letter, brand] of widest) {
        const about = `${certificateStyle} ${orientation} ${letter}`;
        const recipientName = letter.repeat(120);
        const pdf = await press.set(brand, { recipientName, badgeName: badges.at(-1) ?? '' });
        const { placed, text } = await readPdf(pdf);
        assert.ok(has(text, recipientName), about);
        const lines = placed.filter((one) => one.text.includes(letter.repeat(3)));
        assert.deepEqual(await unseen(pdf, lines), [], about);
        for (const line of lines)
          for (const other of placed)
            assert.ok(
              line === other || !overlap(line, other),
              `${about}: ${line.text} ${other.text}`,
            );
      }
      // Columns too narrow for that word, which is hyphenated there.
      if (/modern|editorial/.test(certificateStyle) && orientation === 'portrait') continue;
      const compound = await press.set(bare, { recipientName: `Maximilian ${endless}` });
      const { placed: lines } = await readPdf(compound);
      assert.ok(
        lines.some((line) => line.text.includes(endless)),
        `${certificateStyle} ${orientation}: ${lines.map((line) => line.text).join('|')}`,
      );
    }
});

test('paper is pure white in certificate images, whatever the colors', async () => {
  const green = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="160"><rect width="600" height="160" rx="30" fill="#2e7d32"/><circle cx="80" cy="80" r="50" fill="#a5d6a7"/></svg>',
  );
  const own = createCertificateRenderer([], { logo: () => sharp(green).png().toBuffer() });
  try {
    for (const certificateStyle of certificateStyles)
      for (const accentColor of ['#24477f', '#0b6e4f']) {
        const picture = await own.picture({ ...sampleBrand, certificateStyle, accentColor });
        const pixels = await sharp(picture).removeAlpha().toColourspace('srgb').raw().toBuffer();
        let [white, nearly] = [0, 0];
        for (let at = 0; at < pixels.length; at += 3) {
          const [red = 0, green = 0, blue = 0] = [pixels[at], pixels[at + 1], pixels[at + 2]];
          const minimum = Math.min(red, green, blue);
          if (minimum === 255) white += 1;
          else if (minimum > 225) nearly += 1;
        }
        // Edges of letters and fine lines are nearly white too.
        const shares = [white, nearly].map((count) => (count * 3) / pixels.length);
        const [ground = 0, off = 1] = shares;
        assert.ok(ground > 0.65 && off < 0.06, `${certificateStyle} ${accentColor}: ${shares}`);
      }
  } finally {
    await own.stop();
  }
});

test('the Arabic mark across a certificate has the same shade where letters join', async () => {
  // A fifth of red over white, and over itself.
  const [once, twice] = [208, 172];
  for (const revokedAt of [new Date('2026-10-01'), null]) {
    const credential = { revokedAt, expires: new Date('2026-10-01') };
    const brand: Brand = { ...sampleBrand, certificateStyle: 'minimal', language: 'ar' };
    const sheet = sharp(await rasterizePdf(await press.set(brand, credential), 72)).removeAlpha();
    const pixels = await sheet.raw().toBuffer();
    const count = { once: 0, twice: 0 };
    for (let at = 0; at < pixels.length; at += 3) {
      const [red = 0, green = 0] = [pixels[at], pixels[at + 1]];
      if (red > 210 && Math.abs(green - once) < 4) count.once += 1;
      if (red > 210 && Math.abs(green - twice) < 4) count.twice += 1;
    }
    assert.ok(count.once > 5_000 && count.twice < count.once / 200, JSON.stringify(count));
  }
});

test('a left-to-right sentence is right-aligned on an Arabic certificate', async () => {
  for (const certificateStyle of ['modern', 'editorial', 'minimal'] as const) {
    const recipientName = 'Augusta Ada King Jr.';
    const brand: Brand = { ...sampleBrand, certificateStyle, language: 'ar' };
    const { placed } = await readPdf(await press.set(brand, { recipientName }));
    const right = (end: string) => placed.find(({ text }) => text.endsWith(end))?.right ?? 0;
    const edges = [right('Jr.'), right('Navigation'), right('distinction.')];
    assert.ok(
      edges[0] && Math.max(...edges) - Math.min(...edges) < 0.4,
      `${certificateStyle}: ${edges}`,
    );
  }
});

test('without room for any text, the certificate refers to the web page', async () => {
  const upright = { orientation: 'portrait', paper: 'letter' } as const;
  const brand: Brand = { ...sampleBrand, certificateStyle: 'engraved', ...upright, footText };
  const credential = {
    ...{ recipientName: names[1] ?? '', badgeName: badges.at(-1) ?? '' },
    description: 'Planned a passage. '.repeat(40),
    credentialDetails: { attributes: [{ name: 'Grade', type: 'text', value: '1.3' } as const] },
  };
  const { text } = await readPdf(await press.set(brand, credential));
  assert.ok(text.includes('See the web page for the full text.'), text);
  assert.ok(!text.includes('Full text') && !text.includes('Planned'), text);
});

test('on an Arabic certificate, dates start at the right and the signatories’ names share one line', async () => {
  const names = ['د. مريم القاسم', 'يوسف الأنصاري'];
  const signatures = names.map((name) => ({ name, title: 'عميد', pictureCid: null }));
  for (const certificateStyle of certificateStyles) {
    const brand: Brand = { ...sampleBrand, certificateStyle, language: 'ar', signatures };
    const pdf = await press.set(brand, { recipientName: 'ليلى', issuerName: 'جامعة' });
    const { placed } = await readPdf(pdf);
    const findLine = (word: string) => placed.find(({ text }) => text.includes(word));
    const [first, second] = ['مريم', 'يوسف'].map(findLine);
    assert.ok(first && second, placed.map(({ text }) => text).join('|'));
    assert.ok(
      Math.abs(first.bottom - second.bottom) < 0.2,
      `${certificateStyle} ${first.bottom} ${second.bottom}`,
    );
    if (certificateStyle !== 'engraved') continue;
    const edges = ['تاريخ', 'عميد'].map((word) => findLine(word)?.right ?? 0);
    assert.ok(edges[0] && Math.max(...edges) - Math.min(...edges) < 2, String(edges));
  }
});

test('with maximum content on the smallest paper, the text or a link to it appears without overlap', async () => {
  for (const certificateStyle of certificateStyles)
    for (const orientation of orientations) {
      const about = `${certificateStyle} ${orientation}`;
      const look = { certificateStyle, orientation, paper: 'letter', footText } as const;
      const brand: Brand = { ...sampleBrand, ...look, signatures: signers };
      const credential = {
        ...{ recipientName: names[1] ?? '', badgeName: badges.at(-1) ?? '', issuerName: long },
        description: 'Planned a passage. '.repeat(40),
        credentialDetails: { attributes: [{ name: 'Grade', type: 'text', value: '1.3' } as const] },
      };
      const { text, placed } = await readPdf(await press.set(brand, credential));
      assert.match(text, /Planned a passage|See the web page for the full text/, about);
      for (const [n, one] of placed.entries())
        for (const other of placed.slice(n + 1))
          assert.ok(!overlap(one, other), `${about}: ${one.text} | ${other.text}`);
      // Space for handwritten signatures stays empty.
      const signed = placed.find((one) => one.text.startsWith('Mary'));
      const lowest = placed.filter(({ text }) =>
        /^(Planned|Grade|The criteria|Issued on June)/.test(text),
      );
      assert.ok(signed && lowest.length > 0, text);
      const gap = Math.min(...lowest.map(({ bottom }) => bottom)) - signed.top;
      assert.ok(gap > 36, `${about}: ${gap}`);
    }
});

test('the text of an Arabic certificate uses the largest font that fits', async () => {
  const description =
    'خطّطت لرحلة بحرية مدتها ثلاثة أيام وقادتها، واجتازت الامتحان التحريري في المد والجزر والخرائط. '.repeat(
      5,
    );
  for (const [certificateStyle, orientation] of [
    ['engraved', 'portrait'],
    ['editorial', 'landscape'],
  ] as const) {
    const brand: Brand = { ...sampleBrand, certificateStyle, orientation, language: 'ar' };
    const { placed } = await readPdf(await press.set(brand, { ...arabic, description }));
    const sizes = placed
      .filter(({ text }) => /خطّطت|لرحلة|الامتحان/.test(text))
      .map(({ bottom, top }) => (top - bottom) / 0.75);
    assert.ok(Math.min(...sizes) > 11.4 && sizes.length > 0, `${certificateStyle}: ${sizes}`);
  }
});

test('text with lists appears completely when there is room, with lists close to their paragraph', async () => {
  const description = `# Rules of the course\n\nPlanned a passage and kept its log [with care](https://a.example), for three days.\n\n- one point that is long enough to break over the end of its line, since it says so much of what it is about and more\n\n  and a second paragraph\n- two\n  - nested\n  - more\n\n> as told by *someone*\n\n1. leave\n2. return\n\n\`\`\`\nlet a = 1\nlet b = 2\n\`\`\`\n\n---\n\nEnd of it.`;
  const brand: Brand = { ...sampleBrand, certificateStyle: 'editorial' };
  const { text } = await readPdf(await press.set(brand, { description }));
  assert.ok(text.includes('End of it.') && !text.includes('Full text'), text);
});

test('a long revocation reason ends with a complete line and a note that there is more', async () => {
  const numbered = Array.from({ length: 12 }, (_, n) => `R${n} was written by another, gypsy`);
  for (const certificateStyle of certificateStyles)
    for (const [revocationReason, start] of [
      [numbered.join('\n'), /^R\d/],
      ['写错了人的姓名和学号'.repeat(30), /[写错姓]/],
    ] as const) {
      const brand: Brand = { ...sampleBrand, certificateStyle };
      const revocation = { revokedAt: new Date('2026-10-01'), revocationReason };
      const pdf = await press.set(brand, revocation);
      const { placed } = await readPdf(pdf);
      const lines = placed.filter(({ text }) => start.test(text));
      const about = `${certificateStyle}: ${lines.map(({ text }) => text).join('|')}`;
      assert.ok(lines.length > 1 && lines.at(-1)?.text.endsWith('…'), about);
      assert.deepEqual(await unseen(pdf, lines), [], about);
    }
});

test('the text below a revocation reason uses the largest font that fits', async () => {
  const upright = { orientation: 'portrait', paper: 'letter' } as const;
  const { placed } = await readPdf(
    await press.set(
      { ...sampleBrand, ...upright },
      {
        description: 'Planned a passage and kept its log. '.repeat(17).slice(0, 580),
        ...{ revokedAt: new Date('2026-10-01'), revocationReason: 'Issued to the wrong person.' },
      },
    ),
  );
  const lines = placed.filter(({ text }) => text.includes('passage'));
  const sizes = lines.map(({ bottom, top }) => (top - bottom) / 0.75);
  assert.ok(Math.min(...sizes) > 11.4, sizes.join());
});

test('a JPEG logo of any kind appears like the same logo as PNG', async () => {
  const cross =
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="90"><rect width="300" height="90" fill="#24477f"/><rect x="20" y="30" width="200" height="20" fill="#d9b25c"/></svg>';
  const flat = () => sharp(Buffer.from(cross)).flatten({ background: '#fff' });
  const own = createCertificateRenderer([], {
    png: () => flat().png().toBuffer(),
    baseline: () => flat().jpeg({ quality: 95 }).toBuffer(),
    progressive: () => flat().jpeg({ quality: 95, mozjpeg: true }).toBuffer(),
    ink: () => flat().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
    turned: async () => {
      const lying = await flat().rotate(-90).png().toBuffer();
      return sharp(lying).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer();
    },
  });
  try {
    const shown = async (logoCid: string): Promise<Buffer> => {
      const sheet = await rasterizePdf(await own.set(sampleBrand, { logoCid }), 36);
      return sharp(sheet).greyscale().raw().toBuffer();
    };
    const expected = await shown('png');
    for (const logoCid of ['baseline', 'progressive', 'ink', 'turned']) {
      const seen = await shown(logoCid);
      const other = seen.filter((value, at) => Math.abs(value - (expected[at] ?? 0)) > 90).length;
      assert.ok(seen.length === expected.length && other < 12, `${logoCid}: ${other}`);
    }
  } finally {
    await own.stop();
  }
});

test('names and titles of two signatories in different scripts share a baseline', async () => {
  const pairs = [
    ['สมชาย ใจดี', 'คณบดี', 'Emmy Noether', 'Dean'],
    ['山田 太郎', '学長', 'محمد عبد الله', 'Dean'],
    ['राम शर्मा', 'Dean', 'Emmy Noether', 'رئيسة'],
  ];
  for (const certificateStyle of certificateStyles)
    for (const [name = '', title = '', otherName = '', otherTitle = ''] of pairs) {
      const signatures = [
        { name, title, pictureCid: null },
        { name: otherName, title: otherTitle, pictureCid: null },
      ];
      const { placed } = await readPdf(
        await press.set({ ...sampleBrand, certificateStyle, signatures }),
      );
      const findBottom = (word: string): number => {
        const one = placed.find(({ text }) => text.includes(word.slice(0, 2)));
        assert.ok(one, `${word}: ${placed.map(({ text }) => text).join('|')}`);
        return one.bottom;
      };
      for (const [one, other] of [
        [name, otherName],
        [title, otherTitle],
      ] as const)
        assert.ok(
          Math.abs(findBottom(one) - findBottom(other)) < 0.3,
          `${certificateStyle}: ${one} ${findBottom(one)}, ${other} ${findBottom(other)}`,
        );
    }
});

test('short words at the end of a long name are not alone on a line', async () => {
  for (const certificateStyle of certificateStyles)
    for (const orientation of orientations) {
      const brand: Brand = { ...sampleBrand, certificateStyle, orientation, paper: 'letter' };
      const { placed } = await readPdf(await press.set(brand, { recipientName: names[1] ?? '' }));
      // As parts of one line.
      const last = placed.find(({ text }) => text.endsWith('No 2'));
      const line = placed.filter(({ bottom }) => Math.abs(bottom - (last?.bottom ?? 0)) < 0.2);
      const lineText = line.map(({ text }) => text).join('');
      assert.ok(lineText.length >= 10, `${certificateStyle} ${orientation}: ${lineText}`);
    }
});

test('a text whose first paragraph does not fit ends with a complete line', async () => {
  const sentence = '计划并完成了三天的航行，写了航海日志，并通过了笔试。';
  const brand: Brand = { ...sampleBrand, certificateStyle: 'engraved', paper: 'letter' };
  const revoked = { revokedAt: new Date('2026-10-01'), revocationReason: long.repeat(2) };
  for (const begin of ['', '- ', '> ', '1. > ']) {
    const description = begin + sentence.repeat(24);
    const pdf = await press.set(brand, { ...revoked, description });
    const { placed, text } = await readPdf(pdf);
    const lines = placed.filter((one) => /[航写通]/.test(one.text));
    assert.ok(
      lines.length > 2 && text.includes('See the web page for the full text'),
      begin + text,
    );
    assert.deepEqual(await unseen(pdf, lines), [], begin);
  }
});

test('accents of capitals keep clear of the line above', async () => {
  const recipientName = 'Íñigo Ángeles Núñez Ås';
  for (const certificateStyle of certificateStyles)
    for (const orientation of orientations) {
      if (certificateStyle === 'minimal') continue;
      const brand: Brand = { ...sampleBrand, certificateStyle, orientation, language: 'es' };
      const pdf = await press.set(brand, { recipientName });
      const { placed } = await readPdf(pdf);
      const label = placed.find(({ text }) => text.startsWith('Se otorga'));
      const name = placed.find(({ text }) => text.startsWith('Íñigo'));
      assert.ok(label && name);
      const dots = 3;
      const page = sharp(await rasterizePdf(pdf, 72 * dots)).greyscale();
      const { data, info } = await page.raw().toBuffer({ resolveWithObject: true });
      const isWhite = (row: number): boolean => {
        const at = row * info.width;
        const [left, right] = [name.left, Math.max(name.right, label.right)];
        return data.subarray(at + left * dots, at + right * dots).every((value) => value > 200);
      };
      const [from, to] = [label.bottom, name.bottom].map((y) => Math.round(info.height - y * dots));
      const rows = Array.from({ length: (to ?? 0) - (from ?? 0) }, (_, n) => (from ?? 0) + n);
      assert.ok(rows.some(isWhite), `${certificateStyle} ${orientation}`);
    }
});
