// Addresses that people paste: of a page, a picture, or the credential itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { bakeCredentialPng, bakePng } from '../src/baking/index.ts';
import { readAnswer, verifyEither } from '../src/either/index.ts';
import { hashIdentity } from '../src/shared/recipient.ts';
import { assertionDocument, badgeDocument, issuerDocument } from '../src/v2/index.ts';
import { now, sign, web } from './support/world.ts';

const origin = 'https://badges.example';
const credential = await sign({ status: undefined });
const text = JSON.stringify(credential);
const square = { create: { width: 8, height: 8, channels: 3 as const, background: 'red' } };
const png = new Uint8Array(await sharp(square).png().toBuffer());
const page = (links: string) =>
  `<!doctype html><html><head><title>A page</title>${links}</head><body><svg/></body></html>`;
const link = (href: string, type = 'application/ld+json') =>
  `<link rel="alternate" type="${type}" href="${href}">`;
const bytes = (text: string) => new TextEncoder().encode(text);

const hosted = `${origin}/assertion`;
const [badge, issuer] = [`${origin}/badge`, `${origin}/issuer`];
const assertion = assertionDocument({
  ...{ id: hosted, badge, issuedOn: new Date('2026-01-01'), revoked: false },
  identity: hashIdentity('ada@example.org'),
});
const there: Record<string, Uint8Array> = {
  ...Object.fromEntries(
    Object.entries({
      ...web,
      [hosted]: assertion,
      [badge]: badgeDocument({
        ...{ id: badge, name: 'Sailor', description: 'D', criteria: 'C', issuer },
        image: `${origin}/a.png`,
      }),
      [issuer]: issuerDocument({
        id: issuer,
        name: 'School',
        url: origin,
        email: 'a@b.example',
        allowedOrigins: 'badges.example',
      }),
    }).map(([url, document]) => [url, bytes(JSON.stringify(document))]),
  ),
  [`${origin}/signed`]: bytes(text),
  [`${origin}/page`]: bytes(
    page(`${link('/oembed', 'application/json+oembed')}${link('/signed')}`),
  ),
  [`${origin}/page2`]: bytes(page(link('assertion'))),
  [`${origin}/page3`]: bytes(page(link('https://elsewhere.example/signed'))),
  [`${origin}/page4`]: bytes(page(link('/page'))),
  'https://elsewhere.example/signed': bytes(text),
  [`${origin}/3.png`]: bakeCredentialPng(png, text),
  [`${origin}/2.png`]: bakePng(png, JSON.stringify(assertion)),
  [`${origin}/1.png`]: bakePng(png, hosted),
  [`${origin}/0.png`]: png,
  [`${origin}/twice`]: bytes(text.replace('{', '{"name":"Admiral",')),
};
async function judge(source: { url: string } | { document: string }) {
  const requests: string[] = [];
  const verdict = await verifyEither({
    ...{ source, now },
    read: async (url) => {
      requests.push(url);
      const body = there[url];
      if (!body) return { status: 404, document: undefined };
      const found = await readAnswer(body);
      return 'fault' in found
        ? { problem: found.fault, outcome: 'unknown' }
        : { status: 200, ...found };
    },
  });
  return { ...verdict, requests };
}

for (const [path, edition, status] of [
  ['signed', '3.0', 'valid'],
  ['page', '3.0', 'valid'],
  ['page2', '2.0', 'valid'],
  ['assertion', '2.0', 'valid'],
  ['3.png', '3.0', 'valid'],
  ['2.png', '2.0', 'valid'],
  ['1.png', '2.0', 'valid'],
  ['0.png', '2.0', 'invalid'],
  ['page3', '2.0', 'invalid'],
  ['page4', '2.0', 'invalid'],
  ['twice', '3.0', 'invalid'],
] as const)
  test(`the URL of ${path} verifies as ${edition}, ${status}, also as pasted text`, async () => {
    const url = `${origin}/${path}`;
    for (const source of [{ url }, { document: ` ${url}\n` }]) {
      const verdict = await judge(source);
      assert.deepEqual(
        [verdict.edition, verdict.status],
        [edition, status],
        JSON.stringify(verdict),
      );
      assert.ok(verdict.requests.every((each) => each.startsWith(origin)));
    }
  });

test('an image with a baked document does not replace that document at its address', async () => {
  const did = `${origin}/issuer/1/did.json`;
  const own = there[did] as Uint8Array;
  there[did] = bakeCredentialPng(png, new TextDecoder().decode(own));
  try {
    assert.equal((await judge({ url: `${origin}/signed` })).status, 'unknown');
  } finally {
    there[did] = own;
  }
});
