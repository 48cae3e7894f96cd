import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { fixCopiedText } from '../../src/platform/typeset/copied-text.ts';
import { createCertificateRenderer, sampleBrand } from '../support/certificate-renderer.ts';
import { copyInChrome, readPdf } from '../support/pdf.ts';

const warnings: unknown[] = [];
const renderer = createCertificateRenderer(warnings);
const directory = await mkdtemp(join(tmpdir(), 'insignia-copied-'));
after(async () => {
  await renderer.stop();
  await rm(directory, { recursive: true });
});

/** Poppler isn't installed everywhere. */
const hasPoppler = await promisify(execFile)('pdftotext', ['-v']).then(
  () => true,
  () => false,
);

type Copies = { firefox: string; chrome: string; poppler: string | undefined };

/** Copies all text of a certificate in each reader. */
async function copyAll(recipientName: string): Promise<Copies> {
  const pdf = await renderer.set(sampleBrand, { recipientName, description: '' });
  assert.match(pdf.toString('latin1'), /pdfaid:part>3</, recipientName);
  const path = join(directory, 'certificate.pdf');
  await writeFile(path, pdf);
  const { stdout } = hasPoppler
    ? await promisify(execFile)('pdftotext', [path, '-'])
    : { stdout: undefined };
  return { firefox: (await readPdf(pdf)).text, chrome: await copyInChrome(pdf), poppler: stdout };
}

const compact = (text: string): string => text.normalize('NFKC').replace(/\s/g, '');

/** Names that Chrome copies with every space. */
const names = [
  ...['কিরণ চক্রবর্তী', 'কৌশিক গোস্বামী', 'শর্মিষ্ঠা বন্দ্যোপাধ্যায়'],
  ...['कृष्णा श्रीवास्तव', 'हिन्दी विद्यार्थी', 'राम शर्मा क्षत्रिय'],
  ...['விக்னேஷ் கிருஷ்ணன்', 'கௌசல்யா சுப்பிரமணியன்', 'கொற்றவை செல்வி'],
  ...['ສົມຊາຍ ໃຈດີ ນ້ຳ', 'අනුර සුනිමල් පෙරේරා'],
];
const others = ['রবীন্দ্রনাথ ঠাকুর', 'สมชาย ใจดี ที่ น้ำผึ้ง'];

test('Bengali, Hindi, Tamil and other names are copied with each letter once, in order', async (t) => {
  for (const name of [...names, ...others]) {
    const { firefox, chrome, poppler } = await copyAll(name);
    const isExact = chrome.includes(name);
    assert.ok(isExact || others.includes(name), chrome);
    assert.ok(compact(chrome).includes(compact(name)), chrome);
    assert.ok(compact(firefox).includes(compact(name)), `${name}: ${firefox}`);
    if (poppler !== undefined)
      assert.ok(compact(poppler).includes(compact(name)), `${name}: ${poppler}`);
  }
  if (!hasPoppler) t.diagnostic('pdftotext (poppler-utils) is not installed');
});

test('Arabic, Hebrew and Thaana names are copied with each vowel sign once, after its letter', async () => {
  const letters = (text: string) => [...compact(text).matchAll(/\p{Letter}/gu)].join('');
  for (const name of ['مُحَمَّدٌ بْنُ عَلِيٍّ', 'שָׁלוֹם עֲלֵיכֶם', 'އިބްރާހީމް މުޙައްމަދު']) {
    const { firefox, chrome, poppler } = await copyAll(name);
    assert.ok(compact(chrome).includes(compact(name)), `${name}: ${chrome}`);
    // Poppler may copy the last sign of a line first.
    if (poppler !== undefined)
      assert.ok(letters(poppler).includes(letters(name)), `${name}: ${poppler}`);
    const reversed = [...letters(name)].reverse().join('');
    assert.ok(letters(firefox).includes(reversed), `${name}: ${firefox}`);
  }
});

test('Chrome copies the words and the URL of an Arabic certificate in their order', async () => {
  const brand = { ...sampleBrand, language: 'ar' as const };
  const chrome = await copyInChrome(await renderer.set(brand, { recipientName: 'Ada Lovelace' }));
  for (const text of ['Ada Lovelace', 'https://credentials.example.org/credentials/'])
    assert.ok(chrome.includes(text), chrome);
});

test('letters before a hyphen or an invisible character are copied by every reader', async () => {
  const visible = (text: string) => text.replaceAll(/[\s\p{Cf}\ufffe]/gu, '');
  for (const name of [
    'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschafers',
    'ประกาศนียบัตรวิชาชีพการจัดการระบบเทคโนโลยีสารสนเทศ',
    'Ada\u200e Lovelace\u2060, Ama\u200dnda',
  ])
    for (const text of Object.values(await copyAll(name)))
      assert.ok(text === undefined || visible(text).includes(visible(name)), text);
  const persian = 'گل\u200cنسا پژمان\u200f محمد \u06dd';
  const { chrome } = await copyAll(persian);
  assert.ok(visible(chrome).includes(visible(persian)), chrome);
  // The end of an ayah is a format character that is drawn.
  assert.ok(chrome.includes('\u06dd'), chrome);
});

test('the PDF of a name without letter clusters stays unchanged', async () => {
  const latin = await renderer.set(sampleBrand, { recipientName: 'Ada Lovelace' });
  assert.equal(fixCopiedText(latin), latin);
});
