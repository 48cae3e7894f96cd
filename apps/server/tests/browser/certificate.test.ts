import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import sharp from 'sharp';
import { assertOk, assertRefused, createTestClient } from '../support/client.ts';
import { dataUri, jpegBytes, pngBytes } from '../support/images.ts';
import { startInstance } from '../support/instance.ts';
import { copyInChrome, readPdf } from '../support/pdf.ts';
import { createBadge, createIssuer, createOwner, issueAward } from '../support/people.ts';
import { readQr } from '../support/qr.ts';
import { updateIssuedBrand } from '../support/update-issued.ts';
import { useInstance } from '../support/use-instance.ts';

const instance = await useInstance({ TOPOLOGY: 'one' });
const anyone = createTestClient(instance.url);
const owner = await createOwner(instance, 'pro');
const logo = dataUri(await jpegBytes(300, 200), 'image/jpeg');
const issuerId = await createIssuer(owner, { name: 'University of Somewhere', logo });
const badgeId = await createBadge(owner, issuerId, { name: 'Certified Sailor' });

async function file(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(instance.url + path, { headers });
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
}
const named = (name: string, more: object = {}) =>
  issueAward(owner, badgeId, { recipient: { name, email: 'a@example.org' }, ...more });
// Compares letters only: justified and bidirectional lines are split by spaces.
const letters = (text: string): string =>
  text.normalize('NFKC').replaceAll(/[\s\u200b\u202a-\u202e\u2066-\u2069]/g, '');

test('the certificate is one complete, tagged A4 page, available without authentication [4.5-5 5-2b]', async () => {
  const id = await named('Ada Lovelace', { expires: '2028-03-05' });
  const pdf = await file(`/awards/${id}/pdf`);
  assert.equal(pdf.status, 200);
  assert.equal(pdf.headers.get('content-type'), 'application/pdf');
  assert.equal(pdf.headers.get('access-control-allow-origin'), '*');
  const read = await readPdf(pdf.bytes);
  assert.deepEqual([read.pages, read.isTagged], [1, true]);
  assert.deepEqual(read.size.map(Math.round), [842, 595]);
  assert.equal(read.title, 'Certified Sailor: Ada Lovelace');
  for (const words of [
    'Ada Lovelace',
    'Certified Sailor',
    'University of Somewhere',
    'Writes programs',
    'March 1, 2026',
    'March 5, 2028',
    id,
  ])
    assert.ok(read.text.includes(words), words);
  assert.ok(letters(read.text).includes(letters(`${instance.url}/credentials/${id}`)));
  // PDF/A-3 with tags, as the metadata states.
  assert.match(pdf.bytes.toString('latin1'), /pdfaid:part>3<[\s\S]*pdfaid:conformance>A</);
  // Browsers don't show PDFs in a sandbox.
  assert.equal(pdf.headers.get('content-security-policy'), null);
  const etag = pdf.headers.get('etag') ?? '';
  assert.equal((await file(`/awards/${id}/pdf`, { 'if-none-match': etag })).status, 304);
  assert.match(
    pdf.headers.get('content-disposition') ?? '',
    /^inline; filename="Certified Sailor certificate.pdf"/,
  );
  const download = await file(`/awards/${id}/pdf?download`);
  assert.match(download.headers.get('content-disposition') ?? '', /^attachment; /);
  assert.equal(
    (await file(`/awards/${instance.url}/certify-badge/award/${id}/pdf`.replace(instance.url, '')))
      .status,
    404,
  );
});

test('names in two dozen scripts appear with their own letters in PDF/A', async () => {
  const names = [
    'Ωμέγα Παπαδόπουλος',
    'Анна Каренина',
    'محمد عبد الله',
    'דוד בן גוריון',
    'राम शर्मा',
    'রবি ঠাকুর',
    'தமிழ் செல்வன்',
    'สมชาย ใจดี',
    '山田 太郎さん',
    '王小明同学',
    '김민수 학생',
    ...['ნინო ბერიძე', 'Արամ Խաչատրյան', 'ኃይሌ ገብረሥላሴ', 'សុខ សុភា', 'ສົມຊາຍ ໃຈດີ', 'အောင်ဆန်းစုကြည်'],
    ...['නිමල් පෙරේරා', 'శ్రీనివాస రావు', 'મોહનદાસ ગાંધી', 'ರಾಜ್ ಕುಮಾರ್', 'മോഹൻലാൽ നായർ', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ'],
    ...['ସୁନୀତା ପଟ୍ଟନାୟକ', 'އާދަމް ދީދީ', 'Zoë 🎓 Müller ★ ✓'],
  ];
  for (const name of names) {
    const { bytes } = await file(`/awards/${await named(name)}/pdf`);
    const { text, pages } = await readPdf(bytes);
    assert.equal(pages, 1, name);
    assert.match(bytes.toString('latin1'), /pdfaid:part>3</, name);
    // Counts letters, because marks are in drawing order.
    const expected = [...letters(name)].filter((char) => /[\p{L}\p{M}]/u.test(char));
    const missing = expected.filter((char) => !letters(text).includes(char));
    assert.deepEqual(missing, [], name);
  }
});

test('copied text equals the written text in the readers that support its script', async () => {
  const copied = async (name: string): Promise<[firefox: string, chrome: string]> => {
    const { bytes } = await file(`/awards/${await named(name)}/pdf`);
    return [(await readPdf(bytes)).text.normalize('NFKC'), await copyInChrome(bytes)];
  };
  const arabic = 'محمد عبد الله سلام علاء الآن';
  const [words, line] = await copied(arabic);
  assert.ok(line.includes(arabic), line);
  // PDF.js copies words from left to right.
  assert.ok(words.includes(arabic.split(' ').reverse().join(' ')), words);
  for (const name of ['สมชาย ใจดี ที่', 'ດີດີ ໃຈດີ']) {
    const [text] = await copied(name);
    assert.ok(text.includes(name), text);
  }
  for (const name of ['রবি ঠাকুর কৌশিক', 'राम शर्मा क्षत्रिय', 'සුනිමල් පෙරේරා']) {
    const [, text] = await copied(name);
    assert.ok(text.includes(name), text);
  }
});

test('hostile and very long texts appear literally on one page', async () => {
  const cases = [
    '#set text(red) *bold* _x_ $y^2$',
    '= heading \\u{41} #panic("no") @ref <label>',
    '<script>alert(1)</script>',
    '"quoted" \'single\' `raw` // comment',
    `${'W'.repeat(120)} ${'M'.repeat(70)}`,
    'Family 👩‍👩‍👧‍👦 🇩🇪 flags',
  ];
  for (const name of cases) {
    const { status, bytes } = await file(`/awards/${await named(name)}/pdf`);
    assert.equal(status, 200, name);
    const { text, pages } = await readPdf(bytes);
    assert.equal(pages, 1, name);
    if (!/\p{Emoji_Presentation}/u.test(name))
      assert.ok(letters(text).includes(letters(name)), `${name}\n${text}`);
  }
  const turned = await readPdf(
    (await file(`/awards/${await named('Bidi \u202etxt.exe name')}/pdf`)).bytes,
  );
  assert.ok(turned.text.includes('Bidi txt.exe name'));
  const piled = await file(`/awards/${await named(`Z${'\u0301'.repeat(150)} piled`)}/pdf`);
  assert.equal((await readPdf(piled.bytes)).pages, 1);
  const long = {
    description: `Begin ${'very long text '.repeat(600)}end`,
    name: 'B'.repeat(200),
  };
  const wide = await createBadge(owner, await createIssuer(owner, { name: 'I'.repeat(200) }), long);
  const { text, pages } = await readPdf(
    (await file(`/awards/${await issueAward(owner, wide)}/pdf`)).bytes,
  );
  assert.equal(pages, 1);
  assert.ok(
    text.includes('…') &&
      text.includes('See the web page for the full text') &&
      !text.includes('end'),
  );
});

test('a text on the certificate renders Markdown and no other markup', async () => {
  const certificateText =
    '## Rules\n\nSailed **three days**, see [the book](https://sail.example/book).\n\n1. leave\n2. return\n\n#panic("no") $x^2$ <b>raw</b> [bad](javascript:alert(1))';
  const marked = await createBadge(owner, await createIssuer(owner), { certificateText });
  const { bytes } = await file(`/awards/${await issueAward(owner, marked)}/pdf`);
  const { text, pages } = await readPdf(bytes);
  assert.equal(pages, 1);
  for (const words of ['Rules', 'Sailed three days, see the book.', 'leave', 'return'])
    assert.ok(text.includes(words), text);
  assert.ok(!text.includes('**') && !text.includes('##') && !text.includes('sail.example'), text);
  for (const words of ['#panic("no")', '$x^2$', '<b>raw</b>', '[bad](javascript:alert(1))'])
    assert.ok(letters(text).includes(letters(words)), text);
  const pdf = bytes.toString('latin1');
  assert.match(pdf, /\/URI \(https:\/\/sail\.example\/book\)/);
  assert.ok(!/\/URI \(javascript/.test(pdf));
  assert.match(pdf, /pdfaid:part>3</);
  // The document stays the same.
  const document = assertOk(await anyone('GET', `/certify-badge/badge/${marked}`)).body;
  assert.equal(document.criteria.narrative, 'Wrote one');
  assert.equal(document.certificateText, undefined);

  const list = Array.from({ length: 200 }, (_, n) => `- item ${n}.`).join('\n');
  const long = await createBadge(owner, await createIssuer(owner), { description: list });
  const cut = await readPdf((await file(`/awards/${await issueAward(owner, long)}/pdf`)).bytes);
  assert.equal(cut.pages, 1);
  assert.ok(
    cut.text.includes('item 5.') && cut.text.includes('See the web page for the full text'),
    cut.text,
  );
});

test('a certificate prints the certificate text, or else the description, and never the criteria', async () => {
  const words = { description: 'Knows the tides.', criteria: 'Complete the course.' };
  const badge = await createBadge(owner, await createIssuer(owner), words);
  const print = async () =>
    (await readPdf((await file(`/awards/${await issueAward(owner, badge)}/pdf`)).bytes)).text;
  const without = await print();
  assert.ok(without.includes('Knows the tides.') && !without.includes('Complete'), without);
  const certificateText = 'for completing 16 hours of practice';
  await owner.insignia.badges.update({ badgeId: badge, certificateText });
  const own = await print();
  assert.ok(own.includes(certificateText), own);
  assert.ok(!own.includes('Knows') && !own.includes('Complete the'), own);
});

test('characters without a font are omitted from PDF and card with a note, and appear on the page', async () => {
  const notice = 'Some characters can’t be shown here';
  const partly = await named('Anna ᠮᠣᠩᠭᠣᠯ Bell');
  const { bytes } = await file(`/awards/${partly}/pdf`);
  const { text, pages } = await readPdf(bytes);
  assert.equal(pages, 1);
  assert.match(bytes.toString('latin1'), /pdfaid:part>3</);
  assert.ok(text.includes('Anna Bell') && text.includes(notice), text);
  const none = await named('ᠮᠣᠩᠭᠣᠯ ᠪᠢᠴᠢᠭ');
  const pdf = await readPdf((await file(`/awards/${none}/pdf`)).bytes);
  assert.ok(pdf.text.includes('(see the web page)') && pdf.text.includes(notice), pdf.text);
  assert.equal((await file(`/credentials/${none}/card.png`)).status, 200);
  assert.ok(assertOk(await anyone('GET', `/credentials/${none}`)).text.includes('ᠮᠣᠩᠭᠣᠯ ᠪᠢᠴᠢᠭ'));
  const whole = await readPdf((await file(`/awards/${await named('Anna Bell')}/pdf`)).bytes);
  assert.ok(!whole.text.includes(notice));
});

test('revoked and expired certificates and cards are marked, grayed out and dated', async () => {
  const dates = { issuedOn: '2020-01-01', expires: '2021-01-01' };
  const picture = await readFile(new URL('../../../../docs/sample-badge.png', import.meta.url));
  const image = dataUri(picture);
  const blue = await createBadge(owner, await createIssuer(owner), { image });
  const good = await issueAward(owner, blue);
  const expired = await issueAward(owner, blue, dates);
  const revoked = await issueAward(owner, blue, dates);
  await owner.insignia.credentials.revoke({ awardId: revoked });
  const mark = async (id: string) =>
    (await readPdf((await file(`/awards/${id}/pdf`)).bytes)).text.match(/REVOKED|EXPIRED/g);
  assert.equal(await mark(good), null);
  assert.deepEqual(await mark(expired), ['EXPIRED', 'EXPIRED']);
  assert.deepEqual(await mark(revoked), ['REVOKED', 'REVOKED']);
  const { text } = await readPdf((await file(`/awards/${expired}/pdf`)).bytes);
  assert.ok(text.includes('EXPIRED on January 1, 2021'), text);

  /** Shares of red and blue in thirds of a card. */
  const meanColors = async (id: string) => {
    const { bytes } = await file(`/credentials/${id}/card.png`);
    const { data, info } = await sharp(bytes)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const red = [0, 0, 0];
    let blues = 0;
    for (let at = 0; at < data.length; at += 3) {
      const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
      const third = Math.floor((((at / 3) % info.width) * 3) / info.width);
      if (r - Math.max(g, b) > 20) red[third] = (red[third] ?? 0) + 1;
      if (b - Math.max(r, g) > 20) blues++;
    }
    const part = info.width * info.height;
    return { red: red.map((count) => count / part), blue: blues / part };
  };
  assert.deepEqual((await meanColors(good)).red, [0, 0, 0]);
  for (const id of [expired, revoked]) {
    const { red, blue } = await meanColors(id);
    assert.ok(
      red.every((share) => share > 0.01),
      String(red),
    );
    assert.ok(blue < 0.001, String(blue));
  }
  assert.ok((await meanColors(good)).blue > 0.01);
});

test('the certificate reflects a brand change for issued credentials, in its content and ETag', async () => {
  const issuerId = await createIssuer(owner);
  const id = await issueAward(owner, await createBadge(owner, issuerId));
  const before = await file(`/awards/${id}/pdf`);
  await updateIssuedBrand(owner, {
    ...{ issuerId, certificateStyle: 'modern', orientation: 'portrait', paper: 'letter' },
    language: 'de',
    signatures: [
      { name: 'Emmy Noether', title: 'Dekanin', picture: dataUri(await pngBytes(90, 30)) },
    ],
  });
  const after = await file(`/awards/${id}/pdf`);
  assert.notEqual(after.headers.get('etag'), before.headers.get('etag'));
  const picture = await file(`/credentials/${id}/certificate.png`);
  assert.equal(picture.headers.get('content-type'), 'image/png');
  const { width, height } = await sharp(picture.bytes).metadata();
  assert.deepEqual([width, height], [927, 1_200]);
  assert.equal(await readQr(picture.bytes, 1_800), `${instance.url}/credentials/${id}`);
  const etag = picture.headers.get('etag') ?? '';
  const again = await file(`/credentials/${id}/certificate.png`, { 'if-none-match': etag });
  assert.equal(again.status, 304);
  const { text, size, pages } = await readPdf(after.bytes);
  assert.deepEqual([pages, size.map(Math.round)], [1, [612, 792]]);
  for (const words of ['ZERTIFIKAT', '1. März 2026', 'Emmy Noether', 'Dekanin'])
    assert.ok(text.includes(words), `${words}\n${text}`);
  assert.match(
    after.bytes.toString('latin1'),
    /pdfaid:part>3<[\s\S]*\/Lang ?\(de\)|\/Lang ?\(de\)[\s\S]*pdfaid:part>3</,
  );
});

test('a cached file changes at the moment the credential expires', async (t) => {
  // A stopped clock, advanced by less than any cache lifetime.
  let now = performance.now();
  t.mock.method(performance, 'now', () => now);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const expires = new Date(instance.clock.now().getTime() + 5_000);
  const id = await named('Soon Over', { issuedOn: '2020-01-01', expires: expires.toISOString() });
  const card = async () =>
    /og:image" content="([^"]+)"/.exec((await anyone('GET', `/credentials/${id}`)).text)?.[1];
  const before = { card: await card(), pdf: await file(`/awards/${id}/pdf`) };
  const readCacheControl = async (name: string) =>
    (await file(`/credentials/${id}/${name}`)).headers.get('cache-control');
  for (const name of ['card.png', 'badge.png'])
    assert.equal(await readCacheControl(name), 'public, max-age=5', name);
  assert.ok(!(await readPdf(before.pdf.bytes)).text.includes('EXPIRED'));
  now += 6_000;
  t.mock.timers.setTime(Date.now() + 6_000);
  const after = { card: await card(), pdf: await file(`/awards/${id}/pdf`) };
  assert.ok((await readPdf(after.pdf.bytes)).text.includes('EXPIRED'));
  assert.notEqual(after.card, before.card);
});

test('a revocation reason appears unchanged; unknown ids return 404 and erased ones 410', async () => {
  const revoked = await named('Revoked Person');
  const before = await file(`/awards/${revoked}/pdf`);
  await owner.insignia.credentials.revoke({ awardId: revoked, reason: 'Copied <it>' });
  const after = await file(`/awards/${revoked}/pdf`);
  assert.notEqual(after.headers.get('etag'), before.headers.get('etag'));
  const { text } = await readPdf(after.bytes);
  assert.ok(text.includes('REVOKED') && text.includes('Copied <it>'));
  const long = await named('Endless Reason');
  const reason = Array.from({ length: 60 }, (_, at) => `r${at}.`).join('\n');
  await owner.insignia.credentials.revoke({ awardId: long, reason });
  const cut = (await readPdf((await file(`/awards/${long}/pdf`)).bytes)).text;
  assert.ok(cut.includes('r0.') && cut.includes('Endless Reason'), cut);
  for (const { headers } of [before, after])
    assert.equal(headers.get('cache-control'), 'public, no-cache');
  const erased = await named('Erased Person');
  for (const path of [
    `/awards/${erased}/pdf`,
    `/credentials/${erased}/card.png`,
    `/credentials/${erased}/badge.png`,
  ])
    assert.equal((await file(path)).status, 200);
  await owner.insignia.credentials.delete({ awardId: erased });
  for (const name of ['badge.png', 'card.png', 'qr.svg', 'embed']) {
    assertRefused(await anyone('GET', `/credentials/${erased}/${name}`), 410, 'credential_gone');
    assertRefused(
      await anyone('GET', `/credentials/${badgeId}/${name}`),
      404,
      'credential_not_found',
    );
    assertRefused(
      await anyone('GET', `/credentials/nonsense/${name}`),
      404,
      'credential_not_found',
    );
  }
  assertRefused(await anyone('GET', `/awards/${erased}/pdf`), 410, 'credential_gone');
  for (const bad of [badgeId, 'nonsense', '..%2f..%2fx'])
    assertRefused(await anyone('GET', `/awards/${bad}/pdf`), 404, 'credential_not_found');
});

/** An independent reader of PNG chunks. */
function readChunks(png: Buffer): { type: string; data: Buffer }[] {
  const chunks = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + length);
    assert.equal(png.readUInt32BE(at + 8 + length), crc32(body));
    chunks.push({ type: body.toString('latin1', 0, 4), data: body.subarray(4) });
    at += 12 + length;
  }
  return chunks;
}

test('the baked image contains the hosted assertion and is still a valid image', async () => {
  const id = await named('Baked Person');
  const { bytes, headers } = await file(`/credentials/${id}/badge.png`);
  assert.equal(headers.get('content-type'), 'image/png');
  const [first, second, ...rest] = readChunks(bytes);
  assert.deepEqual([first?.type, second?.type, rest.at(-1)?.type], ['IHDR', 'iTXt', 'IEND']);
  const [keyword, baked] = (second?.data.toString('utf8') ?? '').split('\0\0\0\0\0');
  assert.equal(keyword, 'openbadges');
  const hosted = assertOk(await anyone('GET', `/certify-badge/award/${id}`));
  assert.equal(baked, hosted.text);
  assert.equal(hosted.body.image, `${instance.url}/credentials/${id}/badge.png`);
  assert.equal((await sharp(bytes).metadata()).width, 64);
  const download = await file(`/credentials/${id}/badge.png?download`);
  assert.match(
    download.headers.get('content-disposition') ?? '',
    /^attachment; filename="Certified Sailor badge.png"/,
  );
});

test('the QR code links to the page and has its quiet zone', async () => {
  const id = await named('Quick Response');
  const { bytes, headers } = await file(`/credentials/${id}/qr.svg`);
  assert.equal(headers.get('content-type'), 'image/svg+xml');
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'; sandbox/);
  assert.equal(await readQr(bytes), `${instance.url}/credentials/${id}`);
  const { data, info } = await sharp(bytes)
    .resize(600)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const edge = Math.floor(width / 30);
  for (let at = 0; at < edge; at++)
    for (const y of [at, height - 1 - at]) assert.equal(data[(y * width + at) * 4], 255);
});

test('the card is generated once, stored, and generated again when its content changes', async () => {
  const issuerId = await createIssuer(owner);
  const badge = await createBadge(owner, issuerId);
  const id = await issueAward(owner, badge, {
    recipient: { name: 'Card <b> Person', email: 'a@example.org' },
  });
  const url = async () =>
    /og:image" content="([^"]+)"/.exec((await anyone('GET', `/credentials/${id}`)).text)?.[1] ?? '';
  const rows = async () =>
    (
      await sql<{
        source: string;
        cid: string;
      }>`select source, cid from cards where credential_id = ${id}`.execute(instance.db)
    ).rows;
  const first = await url();
  const card = await file(new URL(first).pathname);
  const { width, height, format } = await sharp(card.bytes).metadata();
  assert.deepEqual([width, height, format], [1_200, 630, 'png']);
  const [row] = await rows();
  assert.equal(new URL(first).searchParams.get('v'), row?.source);
  assert.deepEqual((await file(`/ipfs/${row?.cid}`)).bytes, card.bytes);
  const accentColor = '#8a1538';
  await updateIssuedBrand(owner, { issuerId, accentColor, language: 'ar' });
  const branded = await url();
  assert.notEqual(branded, first);
  const other = await file(new URL(branded).pathname);
  const corner = await sharp(other.bytes)
    .extract({ left: 1_000, top: 0, width: 200, height: 60 })
    .toBuffer();
  const { dominant } = await sharp(corner).stats();
  assert.ok(dominant.r > 4 * dominant.g, JSON.stringify(dominant));
  await owner.insignia.credentials.revoke({ awardId: id });
  const second = await url();
  assert.ok(![first, branded].includes(second));
  assert.notDeepEqual((await file(new URL(second).pathname)).bytes, other.bytes);
  assert.equal((await rows()).length, 1);
});

test('a badge name that is invalid in headers still gives a valid file name', async () => {
  const odd = await createBadge(owner, await createIssuer(owner), {
    name: 'Żółć "100%" / ../x; 🎓',
  });
  const { headers, status } = await file(
    `/credentials/${await issueAward(owner, odd)}/badge.png?download`,
  );
  assert.equal(status, 200);
  const [, ascii, encoded] =
    /filename="([^"]*)"; filename\*=UTF-8''(\S+)$/.exec(headers.get('content-disposition') ?? '') ??
    [];
  assert.equal(decodeURIComponent(encoded ?? ''), 'Żółć 100% .. x; 🎓 badge.png');
  assert.match(ascii ?? '', /^[\x20-\x7e]+$/);
});

test('a missing image causes 503 for files that show it, while the page is still served', async () => {
  const image = dataUri(await pngBytes(40, 40, 7));
  const id = await issueAward(
    owner,
    await createBadge(owner, await createIssuer(owner), { image }),
  );
  const { rows } = await sql<{ cid: string }>`
    select b.image_cid as cid from credentials c join badges b on b.id = c.badge_id where c.id = ${id}`.execute(
    instance.db,
  );
  const cid = rows[0]?.cid ?? '';
  const { rm } = await import('node:fs/promises');
  await rm(`${instance.config.dataDir}/images/${cid.slice(-2)}/${cid.slice(-4, -2)}/${cid}`);
  for (const path of [
    `/awards/${id}/pdf`,
    `/credentials/${id}/badge.png`,
    `/credentials/${id}/card.png`,
  ]) {
    const answer = await anyone('GET', path);
    assertRefused(answer, 503, 'image_unavailable');
    assert.ok(answer.headers.get('retry-after'));
  }
  assertOk(await anyone('GET', `/credentials/${id}`));
});

test('over https every response has Strict-Transport-Security, also from the cache', async () => {
  const secure = await startInstance({ BASE_URL: 'https://badges.example.org', TOPOLOGY: 'one' });
  const url = `http://127.0.0.1:${secure.config.port}`;
  const someone = await createOwner({ ...secure, url });
  const id = await issueAward(someone, await createBadge(someone, await createIssuer(someone)));
  const paths = [
    '/credentials/%',
    '/credentials/%/embed',
    '/credentials/%/qr.svg',
    '/awards/%/pdf',
  ];
  for (const path of [...paths, '/certify-badge/award/%', '/certify-badge/award/%/share-text']) {
    // Rendered, and from the cache.
    for (let time = 0; time < 2; time++) {
      const answer = await fetch(url + path.replace('%', id));
      assert.equal(answer.status, 200, path);
      assert.equal(answer.headers.get('strict-transport-security'), 'max-age=31536000', path);
    }
  }
  await secure.stop();
});
