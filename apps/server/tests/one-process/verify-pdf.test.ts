import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { constants, deflateRawSync } from 'node:zlib';
import { verifyLimit } from '@insignia/contract';
import {
  credentialDocument,
  generateKey,
  importEd25519Signer,
  signCredential,
  signCredentialJwt,
} from '@insignia/openbadges/v3';
import sharp from 'sharp';
import { addSeal } from '../../src/platform/typeset/index.ts';
import { alterations, readCredential } from '../support/altered-pdfs.ts';
import { attach, pack, packToken } from '../support/attached-pdfs.ts';
import { assertOk, createTestClient } from '../support/client.ts';
import { dataUri } from '../support/images.ts';
import { readPdf, rewritePdf } from '../support/pdf.ts';
import { createBadge, createIssuer, createOwner, issueAward } from '../support/people.ts';
import { findFreePort } from '../support/port.ts';
import { useInstance } from '../support/use-instance.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

// did:web requires a name.
const port = String(await findFreePort());
const instance = await useInstance({ PORT: port, BASE_URL: `http://localhost:${port}` });
const { url } = instance;
const owner = await createOwner(instance, 'unlimited');
const issuerId = await createIssuer(owner);
const badgeId = await createBadge(owner, issuerId);
const anyone = createTestClient(url);

async function print(id: string): Promise<Buffer> {
  const response = await fetch(`${url}/awards/${id}/pdf`);
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}
async function upload(file: Uint8Array, accept = 'application/json', language = 'en') {
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(file)]), 'certificate.pdf');
  const headers = { accept, 'accept-language': language };
  const response = await fetch(`${url}/verify`, { method: 'POST', body, headers });
  const text = await response.text();
  return { status: response.status, text, body: accept.includes('json') ? JSON.parse(text) : {} };
}
const findCheck = (verdict: { checks: { check: string; outcome: string; message: string }[] }) =>
  verdict.checks.find(({ check }) => check === 'printed');
const verify = async (query: string) =>
  assertOk(await anyone('GET', `/verify?url=${encodeURIComponent(query)}`)).body;

test('a certificate as it was downloaded is valid, with the page as its issuer made it', async () => {
  const id = await issueAward(owner, badgeId, { expires: '2099-01-01' });
  const { status, body } = await upload(await print(id));
  assert.equal(status, 200);
  assert.deepEqual([body.status, body.outcome], ['valid', 'valid']);
  assert.equal(body.found.recipient.name, 'Charles Babbage');
  assert.equal(findCheck(body)?.message, 'The PDF is exactly as its issuer made it.');
  const page = await upload(await print(id), 'text/html', 'de');
  assert.match(page.text, /Gültiges Zertifikat/);
  assert.match(page.text, /Gedruckte Seite/);
  assert.ok(page.text.includes(`${url}/credentials/${id}`));
});

async function printDesigned(text: string, others: object[] = [], more: object = {}) {
  const layer = { id: 'text', type: 'text', x: 10, y: 20, width: 150, height: 30 };
  const { certificateId } = await owner.insignia.certificates.create({
    ...{ issuerId, name: 'Designed' },
    design: {
      ...{ insigniaDesign: 1, kind: 'certificate', paper: 'a4', orientation: 'portrait' },
      layers: [{ ...layer, size: 10, text }, ...others],
      ...more,
    },
  });
  const badge = await createBadge(owner, issuerId, { certificateId });
  const id = await issueAward(owner, badge);
  return { id, badge, certificateId, pdf: await print(id) };
}

test('a certificate in a custom design prints its short code and is verified like the others', async () => {
  const { id, pdf } = await printDesigned(
    '{{recipient_name}}, {{badge_name}} {{short_code}} {{short_url}}',
  );
  const { shortCode } = await owner.insignia.credentials.get({ awardId: id });
  const { text } = await readPdf(new Uint8Array(pdf));
  assert.ok(text.includes(`${shortCode} ${url}/c/${shortCode}`), text);
  const { body } = await upload(pdf);
  assert.deepEqual([body.outcome, findCheck(body)?.outcome], ['valid', 'valid']);
});

test('a sealed certificate whose design leaves out or replaces a name is never valid', async () => {
  const rows: [text: string, missing: string][] = [
    ['Awarded to Mallory Jones for {{badge_name}}', 'the name'],
    ['Awarded to {{recipient_name}} for Doctor of Science', 'the badge'],
    ['Awarded to Mallory Jones', 'the name and the badge'],
  ];
  for (const [text, missing] of rows) {
    const { body } = await upload((await printDesigned(text)).pdf);
    assert.deepEqual([body.status, body.outcome], ['unknown', 'unknown'], text);
    assert.equal(
      findCheck(body)?.message,
      `The PDF is exactly as its issuer made it, but it doesn’t show ${missing} of its credential.`,
    );
  }
});

test('a certificate is valid whatever script its names have, also without letters that no font has', async () => {
  const names = [
    'Ada 🎉 Lovelace',
    'Ada 𒀀𒁀 Lovelace',
    'آدا لوفلايس',
    'עדה לאבלייס',
    'एडा लवलेस',
    'เอดา ลัฟเลซ',
    '阿达·洛芙莱斯',
    'Zoë Đặng Ștefan',
    'Office Straße',
    'Ада Лавлейс',
    `Maximilian ${'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim()}`,
    'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschafers',
    'ΟΔΥΣΣΕΥΣ ΠΑΠΑΔΟΠΟΥΛΟΣ',
    'مُحَمَّدٌ بْنُ عَلِيٍّ',
    'أَحْمَدُ آلُ ٱلْمُؤْمِنِ',
    'שָׁלוֹם עֲלֵיכֶם',
    'އިބްރާހީމް މުޙައްމަދު',
    // Letters that are drawn higher, so readers take them for separate words.
    'برنامج إدارة نظم المعلومات',
    'عَبْدُ ٱللَّٰهِ رحمٰن',
    'علّامہ اقبالؔ ٹھاکر',
    'گل\u200cنسا عَلِيّ\u200f',
    // Signs that are visible, although Unicode calls them format characters.
    'سورة البقرة ۝١٢ ؁',
    // Signs that change sides between letters of both directions.
    'קורס C++ (רמה 3)',
    'ประกาศนียบัตรวิชาชีพการจัดการระบบเทคโนโลยีสารสนเทศ',
    'ໃບຢັ້ງຢືນການຝຶກອົບຮົມການຄຸ້ມຄອງລະບົບຂໍ້ມູນຂ່າວສານ',
    'វិញ្ញាបនបត្របញ្ជាក់ការបណ្តុះបណ្តាលការគ្រប់គ្រងប្រព័ន្ធ',
    'Ada\u200e Lovelace\u2060',
    `Ad\u0061${'\u0300\u0323\u0334\u0308\u0330\u0302'.repeat(3)} Lovelace`,
    'Ada 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} Lovelace',
  ];
  for (const name of names) {
    const recipient = { name, email: 'ada@example.org' };
    const { body } = await upload(await print(await issueAward(owner, badgeId, { recipient })));
    assert.equal(body.outcome, 'valid', `${name}: ${JSON.stringify(findCheck(body))}`);
  }
});

test('no altered certificate is accepted, and each is reported as altered', async () => {
  const [id, otherId] = [
    await issueAward(owner, badgeId),
    await issueAward(owner, badgeId, {
      recipient: { name: 'Ada Lovelace', email: 'ada@example.org' },
    }),
  ];
  const [pdf, other] = [await print(id), await print(otherId)];
  for (const genuine of [pdf, other]) assert.equal((await upload(genuine)).body.outcome, 'valid');
  const names = Object.keys(alterations);
  assert.ok(names.length >= 20);
  for (const name of names) {
    const altered = await alterations[name]?.(pdf, other);
    assert.ok(altered && !altered.equals(pdf), name);
    const { status, body, text } = await upload(altered);
    if (status === 200) {
      assert.deepEqual([body.status, body.outcome], ['invalid', 'invalid'], `${name}: ${text}`);
      const check = findCheck(body);
      assert.equal(check?.outcome, 'invalid', `${name}: ${text}`);
      assert.match(check?.message ?? '', /The PDF was changed after it was issued/, name);
    } else {
      assert.equal(status, 400, `${name}: ${text}`);
      assert.match(body.details[0].message, /several credentials|damaged PDF/, name);
    }
  }
  const moved = await upload(
    (await alterations['the page is that of someone else']?.(pdf, other)) ?? pdf,
  );
  assert.match(findCheck(moved.body)?.message ?? '', /doesn’t show the name of its credential/);
  const page = await upload(
    (await alterations['the name is covered in a new content stream']?.(pdf, other)) ?? pdf,
    'text/html',
  );
  assert.match(page.text, /Not valid/);
  assert.match(page.text, /The PDF was changed after it was issued/);
});

test('a certificate printed before a correction, revocation or expiry says so', async () => {
  const [corrected, revoked, expired] = [
    await issueAward(owner, badgeId),
    await issueAward(owner, badgeId),
    await issueAward(owner, badgeId, { expires: '2099-01-01' }),
  ];
  const files = await Promise.all([corrected, revoked, expired].map(print));
  await owner.insignia.credentials.correct({
    awardId: corrected,
    recipient: { name: 'Ada Lovelace' },
  });
  await owner.insignia.credentials.revoke({ awardId: revoked });
  await instance.waitForInvalidation();
  const statuses = [];
  for (const file of files) statuses.push((await upload(file)).body.status);
  assert.deepEqual(statuses, ['revoked', 'revoked', 'valid']);
  assert.equal((await upload(await print(corrected))).body.status, 'valid');
});

test('a certificate printed before its design changed stays valid, and one before its badge changed is revoked', async () => {
  const { id, badge, certificateId, pdf } = await printDesigned(
    '{{recipient_name}} {{badge_name}}',
  );
  const { insignia } = owner;
  const finish = async (jobId: string) =>
    waitForCondition(
      'it is updated',
      async () => (await insignia.jobs.get({ jobId })).finishedAt !== null,
    );
  const { design } = await insignia.certificates.get({ issuerId, certificateId });
  const { jobIds } = await insignia.certificates.update({
    ...{ issuerId, certificateId, applyToIssued: true },
    design: { ...design, background: { color: '#fff8e0' } },
  });
  for (const jobId of jobIds) await finish(jobId);
  await instance.waitForInvalidation();
  assert.equal(jobIds.length, 1);
  const redesigned = await print(id);
  assert.notDeepEqual(redesigned, pdf);
  for (const file of [pdf, redesigned]) assert.equal((await upload(file)).body.status, 'valid');
  const { jobId = '' } = await insignia.badges.update({
    ...{ badgeId: badge, name: 'Poet of Engines', applyToIssued: true },
  });
  await finish(jobId);
  await instance.waitForInvalidation();
  for (const file of [pdf, redesigned]) assert.equal((await upload(file)).body.status, 'revoked');
  assert.equal((await upload(await print(id))).body.status, 'valid');
});

test('a PDF that another program made around a credential is never accepted', async () => {
  const id = await issueAward(owner, badgeId);
  const credential = readCredential(await print(id));
  const { status, body } = await upload(
    attach(['Charles Babbage, Poet of Science, 2026-03-01'], credential),
  );
  assert.equal(status, 200);
  assert.equal(findCheck(body)?.outcome, 'invalid');
  assert.equal(body.outcome, 'invalid');
});

test('only the beginning of a text and of a name is compared, however long they are', async () => {
  const id = await issueAward(owner, badgeId);
  const credential = readCredential(await print(id));
  const describe = async (name: string, ...lines: string[]): Promise<string | undefined> => {
    const named = credential.replaceAll('Charles Babbage', name);
    // Readers skip text beside the page.
    const short = lines.flatMap((line) => line.match(/.{1,50}/g) ?? []);
    const pdf = attach(['Poet of Science, 2026-03-01', ...short], named);
    return findCheck((await upload(pdf)).body)?.message;
  };
  const words = Array.from({ length: 60 }, (_, n) => `word${n}`);
  const [all, first, fewer] = [60, 50, 49].map((count) => words.slice(0, count).join(' '));
  assert.match((await describe(all ?? '', first ?? '')) ?? '', /shows what its credential says/);
  assert.match((await describe(all ?? '', fewer ?? '')) ?? '', /doesn’t show the name/);
  const long = 'x'.repeat(60_000);
  assert.match((await describe('Ada', long, 'Ada')) ?? '', /doesn’t show the name/);
  assert.match((await describe('Ada', 'Ada', long)) ?? '', /shows what its credential says/);
});

test('a PDF without a credential is called that, with what to do instead', async () => {
  const plain = attach(['Charles Babbage']);
  const { status, body } = await upload(plain);
  assert.equal(status, 400);
  assert.match(body.details[0].message, /is a PDF without a credential/);
  const page = await upload(plain, 'text/html');
  assert.match(page.text, /This PDF contains no credential\. Enter the link or the short code/);
});

test('a certificate full of photos is small enough to be verified', async () => {
  const size = { width: 1_024, height: 1_024, channels: 3, background: '#888' } as const;
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const draw = async (alpha: number) =>
    sharp(
      await sharp({ create: { ...size, noise } })
        .blur(1)
        .png()
        .toBuffer(),
    )
      .ensureAlpha(alpha)
      .png()
      .toBuffer();
  const pictures: string[] = [];
  for (const alpha of [1, 1, 1, 1, 1, 1, 0.5, 1]) {
    const image = dataUri(await draw(alpha));
    pictures.push((await owner.insignia.designs.addPicture({ image })).picture);
  }
  const photo = sharp({ create: { ...size, width: 2_400, height: 1_700, noise } });
  const image = dataUri(await photo.blur(1).jpeg().toBuffer(), 'image/jpeg');
  const paper = await owner.insignia.designs.addPicture({ image, use: 'background' });
  const layers = pictures.map((picture, n) => ({
    ...{ id: `p${n}`, type: 'picture', picture, x: 10 + 22 * n, y: 60, width: 20, height: 20 },
  }));
  const { pdf } = await printDesigned('{{recipient_name}} {{badge_name}}', layers, {
    background: { picture: paper.picture },
  });
  assert.ok(pdf.length < verifyLimit, `${pdf.length} bytes`);
  const { body } = await upload(pdf);
  assert.deepEqual([body.outcome, findCheck(body)?.outcome], ['valid', 'valid']);
  const { pages, text } = await readPdf(new Uint8Array(pdf));
  assert.equal(pages, 1);
  assert.match(text, /Charles Babbage/);
});

test('the page names the short code if a certificate is larger than 5 MiB', async () => {
  const large = Buffer.concat([
    await print(await issueAward(owner, badgeId)),
    Buffer.alloc(verifyLimit),
  ]);
  const { status, text } = await upload(large, 'text/html');
  assert.equal(status, 413);
  assert.match(text, /larger than 5 MiB\.[^<]+ the short code printed on it/);
});

test('a picture that is also a PDF is refused, because people may see either', async () => {
  const id = await issueAward(owner, badgeId);
  const [pdf, response] = [await print(id), await fetch(`${url}/credentials/${id}/badge.png`)];
  assert.equal(response.status, 200);
  const png = Buffer.from(await response.arrayBuffer());
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><!-- ');
  const comment = Buffer.concat([
    ...[Buffer.from([0, 0, 0, 10]), Buffer.from('tEXta\0%PDF-1.7'), Buffer.alloc(4)],
  ]);
  const files = {
    'a PNG with the header of a PDF in a comment': Buffer.concat([
      ...[png.subarray(0, 33), comment, png.subarray(33)],
    ]),
    'a PNG with a PDF after its end': Buffer.concat([png, pdf]),
    'an SVG with a PDF in a comment': Buffer.concat([svg, pdf, Buffer.from(' --></svg>')]),
  };
  for (const [name, file] of Object.entries(files)) {
    const { status, body } = await upload(file);
    assert.equal(status, 400, name);
    assert.match(body.details[0].message, /is both a picture and a PDF/, name);
  }
  const page = await upload(Buffer.concat([png, pdf]), 'text/html', 'de');
  assert.match(page.text, /Diese Datei ist zugleich ein Bild und ein PDF\./);
  assert.equal((await upload(png)).body.outcome, 'valid');
});

/** 1 GiB of zeros, deflated: the same 16 MiB 64 times. */
function packZeros(): Buffer {
  const part = deflateRawSync(Buffer.alloc(16 * 1024 ** 2), {
    ...{ level: 9, finishFlush: constants.Z_FULL_FLUSH },
  });
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE((((1024 ** 3 % 65_521) << 16) | 1) >>> 0);
  const parts = Array.from({ length: 64 }, () => part);
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...parts, Buffer.from([3, 0]), checksum]);
}

test('hostile PDFs get one clear sentence each, and others are verified meanwhile', async () => {
  const id = await issueAward(owner, badgeId);
  const pdf = await print(id);
  const credential = readCredential(pdf);
  const bomb = packZeros();
  const rows: [name: string, file: Buffer, status: number, expected: RegExp][] = [
    [
      'encrypted',
      await rewritePdf(pdf, '--encrypt', 'secret', 'owner', '256', '--'),
      400,
      /is an encrypted PDF/,
    ],
    ['truncated', pdf.subarray(0, 300), 400, /damaged PDF|without a credential/],
    ['only a header', Buffer.from('%PDF-1.7\n'), 400, /is a damaged PDF/],
    ['noise', Buffer.concat([Buffer.from('%PDF-1.7\n'), bomb.subarray(0, 4_096)]), 400, /damaged/],
    [
      'two credentials',
      attach(['x'], credential, credential.replace('{', '{ ')),
      400,
      /several credentials/,
    ],
    ['a content stream of 1 GiB', attach(['x'], credential, undefined, bomb), 400, /too complex/],
    [
      'text operators of 60 MiB',
      attach(['x'], credential, undefined, pack('BT /F 12 Tf (Ada) Tj ET\n', 60 * 1024 * 1024)),
      ...([400, /too complex/] as const),
    ],
    [
      '5 million operators that save the state',
      attach(['x'], credential, undefined, pack('q ', 10_000_000)),
      ...([400, /too complex/] as const),
    ],
    [
      '2,000 saved states inside each other',
      attach(['x'], credential, undefined, pack('q ', 4_000)),
      ...([400, /too complex/] as const),
    ],
    [
      'one operator with 60 MiB of text',
      attach(
        ['x'],
        credential,
        undefined,
        pack('BT /F 12 Tf (a', 60 * 1024 * 1024, 'a', ') Tj ET'),
      ),
      ...([400, /too complex/] as const),
    ],
    ...(['text', 'name'] as const).map((kind): [string, Buffer, number, RegExp] => [
      `one ${kind} of 8 MiB`,
      attach(['x'], credential, undefined, packToken(kind, 8 * 1024 ** 2)),
      ...([400, /too complex/] as const),
    ]),
    ['an attachment of 1 GiB', attach(['x'], bomb), 400, /too complex|without a credential/],
    ['larger than 5 MiB', Buffer.concat([pdf, Buffer.alloc(verifyLimit)]), 413, /./],
  ];
  for (const [name, file, status, expected] of rows) {
    const [found, genuine] = await Promise.all([upload(file), verify(`${url}/credentials/${id}`)]);
    assert.equal(found.status, status, `${name}: ${found.text}`);
    const { details, error } = found.body;
    assert.match(details?.[0].message ?? error, expected, name);
    assert.equal(details?.length ?? 1, 1, name);
    assert.equal(genuine.outcome, 'valid', name);
  }
  const restored = attach(['x'], credential, undefined, pack('q Q ', 80_000));
  assert.equal((await upload(restored)).status, 200);
  assert.equal((await upload(pdf)).body.outcome, 'valid');
});

test('/verify takes an id, a URL without its scheme and a short code', async () => {
  const id = await issueAward(owner, badgeId);
  const code = (await owner.insignia.credentials.get({ awardId: id })).shortCode;
  const host = new URL(url).host;
  const typed = [
    ...[id, id.toUpperCase(), code, code.replace('-', '').toLowerCase(), ` ${code} `],
    ...[`${url}/c/${code}`, `${host}/c/${code}`, `${host}/credentials/${id}`],
    ...[`${host}/certify-badge/award/${id}`, `${host}/awards/${id}/pdf`],
    ...[`${url}/c/${code}`.toUpperCase(), `${host}/C/${code}`, `${url}/c/${code}/?utm_source=a`],
    ...[code.replace('-', '–'), `${code}.`],
  ];
  for (const text of typed) {
    const verdict = await verify(text);
    assert.deepEqual(
      [verdict.outcome, verdict.found.recipient.name],
      ['valid', 'Charles Babbage'],
      text,
    );
  }
  for (const text of ['01900000-0000-7000-8000-000000000000', '0000-0000', `${host}/c/0000-0000`])
    assert.equal((await verify(text)).status, 'not_found', text);
  for (const text of [
    'utter nonsense',
    'ftp://a.example/b',
    'a b.example/c',
    'javascript:alert(1)',
    '0000-000U',
  ]) {
    const { status, body } = await anyone('GET', `/verify?url=${encodeURIComponent(text)}`);
    assert.equal(status, 400, text);
    assert.match(body.details[0].message, /must be a URL, an ID or a short code/, text);
  }
});

/** A credential that another service signed with a key of its own. */
async function issueElsewhere() {
  const key = await generateKey('Ed25519');
  const issuer = `did:key:${key.publicKeyMultibase}`;
  const signer = await importEd25519Signer(key.pkcs8, `${issuer}#${key.publicKeyMultibase}`);
  const validFrom = new Date('2026-03-01T00:00:00Z');
  const document = credentialDocument({
    ...{ id: 'urn:uuid:6f4c3b1e-2d0a-4c55-8f0e-6a1b2c3d4e5f', name: 'Sailor', validFrom },
    ...{ validUntil: new Date('2099-01-15T00:00:00Z') },
    issuer: { id: issuer, name: 'Sailing School' },
    subject: {
      id: 'urn:uuid:1c1b2c3d-2d0a-4c55-8f0e-6a1b2c3d4e5f',
      identifiers: [{ kind: 'name', value: 'Ada Lovelace', hashed: false }],
    },
    achievement: {
      id: 'urn:uuid:1',
      name: 'Sailor',
      description: 'D',
      criteria: { narrative: 'C' },
    },
  });
  const signed = JSON.stringify(await signCredential(document, signer, validFrom));
  return { document, signer, signed };
}

test('a PDF without a seal whose dates differ from its credential’s says which', async () => {
  const { signed } = await issueElsewhere();
  const rows: [dates: string, missing: string | undefined][] = [
    ['2026-03-01 to 2099-01-15', undefined],
    ['March 1, 2026 to 15.01.2099', undefined],
    ['2026-03-02 to 2099-01-15', 'the issue date'],
    ['2026-03-01 to 2100-01-15', 'the expiry date'],
    ['2026-03-01', 'the expiry date'],
    ['2025', 'the issue date and the expiry date'],
  ];
  for (const [dates, missing] of rows) {
    const { body } = await upload(attach([`Ada Lovelace, Sailor, ${dates}`], signed));
    const check = findCheck(body);
    assert.deepEqual([body.outcome, check?.outcome], ['unknown', 'unknown'], dates);
    const lacking = /doesn’t show (.+) of its credential/.exec(check?.message ?? '')?.[1];
    assert.equal(lacking, missing, `${dates}: ${check?.message}`);
  }
});

test('a seal of another issuer counts, and a credential with the hash as its subject is no seal', async () => {
  const { document, signer, signed } = await issueElsewhere();
  const pdf = attach(['Ada Lovelace, Sailor, 2026-03-01, 2099-01-15'], signed);
  const id = `ni:///sha-256;${createHash('sha256').update(pdf).digest('base64url')}`;
  const about = { ...document, id: undefined, credentialSubject: { id } };
  const outcomes = [];
  for (const typ of ['insignia-seal+jwt', 'JWT']) {
    const sealed = addSeal(pdf, await signCredentialJwt(about, signer, typ));
    const { body } = await upload(sealed);
    outcomes.push([body.outcome, findCheck(body)?.outcome]);
  }
  assert.deepEqual(outcomes, [
    ['valid', 'valid'],
    ['invalid', 'invalid'],
  ]);
});

test('the independent reader finds the seal where it disturbs nothing', async () => {
  const pdf = await print(await issueAward(owner, badgeId));
  assert.match(pdf.toString('latin1'), />>\n%insignia-seal [\w.-]+\nstartxref\n\d+\n%%EOF\s*$/);
  assert.match((await readPdf(pdf)).text, /Charles Babbage/);
});
