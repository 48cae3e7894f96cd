// Verifiable Credentials Data Model 2.0 §5.3; vc-data-model-2.0-test-suite, “Advanced Concepts”.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { base58 } from '@scure/base';
import type { Json } from '../src/shared/read.ts';
import type { Answer } from '../src/shared/reader.ts';
import { credentialDocument } from '../src/v3/index.ts';
import { ordinary } from './support/facts.ts';
import { signRdf } from './support/sign-any.ts';
import { judge, outcomes, web } from './support/world.ts';

const address = 'https://badges.example/syllabus.pdf';
const body = new TextEncoder().encode('A syllabus');
const computeHash = (name: string): Buffer => createHash(name).update(body).digest();
const sri = (name: string): string => `${name}-${computeHash(name).toString('base64')}`;
const multihash = (code: number, name: string): Uint8Array => {
  const hash = computeHash(name);
  return Uint8Array.of(code, hash.length, ...hash);
};
const inBase64url = (bytes: Uint8Array): string => `u${Buffer.from(bytes).toString('base64url')}`;
const other = sri('sha256').replace(/-..../, '-AAAA');

type Answers = Record<string, Answer>;
const document = credentialDocument(ordinary({ subject: { id: 'urn:uuid:1' } }));

async function judgeResource(
  relatedResource: unknown,
  answers: Answers = { [address]: { status: 200, document: undefined, body } },
): Promise<{ resources: string | undefined; status: string; requests: string[] }> {
  const requests: string[] = [];
  const read = async (url: string): Promise<Answer> => {
    requests.push(url);
    return answers[url] ?? { status: url in web ? 200 : 404, document: web[url] };
  };
  const signed = await signRdf({ ...document, relatedResource } as Json);
  const verdict = await judge(signed, { read });
  return { status: verdict.status, resources: outcomes(verdict).resources, requests };
}

test('a related resource with a matching digest is valid, in every form of digest', async () => {
  for (const digest of [
    { digestSRI: sri('sha256') },
    { digestSRI: sri('sha384') },
    { digestSRI: sri('sha512').replaceAll('=', '') },
    // The strongest hash counts. If several are equally strong, any of them may match.
    { digestSRI: `${other} ${sri('sha384')}` },
    { digestSRI: [other, sri('sha256')] },
    { digestMultibase: inBase64url(computeHash('sha256')) },
    { digestMultibase: inBase64url(multihash(0x12, 'sha256')) },
    { digestMultibase: `z${base58.encode(multihash(0x20, 'sha384'))}` },
    { digestMultibase: inBase64url(multihash(0x13, 'sha512')), digestSRI: sri('sha256') },
  ]) {
    const { status, resources } = await judgeResource({ id: address, ...digest });
    assert.deepEqual([status, resources], ['valid', 'valid'], JSON.stringify(digest));
  }
});

test('a related resource with another digest makes the credential invalid', async () => {
  for (const digest of [
    { digestSRI: other },
    { digestSRI: `${sri('sha256')} ${sri('sha512').replace(/-..../, '-AAAA')}` },
    { digestMultibase: inBase64url(Uint8Array.of(0x12, 32, ...new Uint8Array(32))) },
    { digestMultibase: inBase64url(new Uint8Array(32)) },
    { digestSRI: sri('sha256'), digestMultibase: inBase64url(new Uint8Array(32)) },
  ]) {
    const { status, resources } = await judgeResource({ id: address, ...digest });
    assert.deepEqual([status, resources], ['invalid', 'invalid'], JSON.stringify(digest));
  }
});

test('a related resource that can’t be fetched or compared is unknown', async () => {
  const digest = { digestSRI: sri('sha256') };
  for (const [resource, answers] of [
    [{ id: address, ...digest }, { [address]: { status: 404, document: undefined, body } }],
    [{ id: address, ...digest }, { [address]: { outcome: 'unknown', problem: 'is away' } }],
    // A reader that doesn't return bytes.
    [{ id: address, ...digest }, { [address]: { status: 200, document: 'A syllabus' } }],
    [
      { id: address, ...digest },
      { [address]: { status: 200, document: undefined, body: new Uint8Array(1_048_577) } },
    ],
    [{ id: 'urn:uuid:5', ...digest }, undefined],
    [{ id: address, digestSRI: 'md5-AAAA' }, undefined],
    [{ id: address, digestMultibase: 'm8J+' }, undefined],
    [{ id: address, digestMultibase: `z${'1'.repeat(200)}` }, undefined],
    [{ id: address, ...digest, digestMultibase: 'm8J+' }, undefined],
  ] as const) {
    const { status, resources } = await judgeResource(resource, answers as Answers | undefined);
    assert.deepEqual([status, resources], ['unknown', 'unknown'], JSON.stringify(resource));
  }
});

test('related resources without an id, with the same id or without a digest are malformed', async () => {
  const digestSRI = sri('sha256');
  for (const relatedResource of [
    { digestSRI },
    { id: address },
    { id: 'no address', digestSRI },
    [
      { id: address, digestSRI },
      { id: address, digestSRI: other },
    ],
  ]) {
    const signed = { ...document, relatedResource, proof: {} };
    const verdict = await judge(signed);
    assert.match(verdict.checks[0]?.message ?? '', /relatedResource .* \(VC 5\.3\)/);
  }
});

test('verification fetches no resources of an unsigned credential, and at most 8 of a signed one', async () => {
  const resource = (n: number): Json => ({ id: `${address}?${n}`, digestSRI: sri('sha256') });
  const answers = Object.fromEntries(
    Array.from({ length: 9 }, (_, n) => [
      `${address}?${n}`,
      { status: 200, document: undefined, body },
    ]),
  );
  const eight = Array.from({ length: 8 }, (_, n) => resource(n));
  const allowed = await judgeResource(eight, answers);
  assert.deepEqual(
    [allowed.status, allowed.requests.filter((url) => url in answers).length],
    ['valid', 8],
  );
  const more = await judgeResource([...eight, resource(8)], answers);
  assert.deepEqual([more.status, more.requests.filter((url) => url in answers)], ['unknown', []]);
  const requests: string[] = [];
  const read = async (url: string) => {
    requests.push(url);
    return { status: url in web ? 200 : 404, document: web[url] };
  };
  const signed = await signRdf({ ...document, relatedResource: eight } as Json);
  assert.equal((await judge({ ...signed, name: 'Admiral' }, { read })).status, 'invalid');
  assert.deepEqual(
    requests.filter((url) => url.startsWith(address)),
    [],
  );
});
