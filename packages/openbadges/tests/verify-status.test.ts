import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer } from '../src/either/index.ts';
import type { Json } from '../src/shared/read.ts';
import {
  credentialDocument,
  MIN_STATUS_LIST_ENTRIES,
  signCredential,
  signCredentialJwt,
} from '../src/v3/index.ts';
import { hashDocument } from '../src/v3/verify/digest.ts';
import { ordinary } from './support/facts.ts';
import {
  at,
  judge,
  list,
  listWith,
  now,
  outcomes,
  school,
  sign,
  stranger,
} from './support/world.ts';

const index = 94_567;
const listed = await sign({ status: { list, index, purpose: 'revocation' } });

async function judgeStatus(document: unknown, credential: object = listed): Promise<string> {
  const verdict = await judge(credential, { web: { [list]: document } });
  assert.equal(outcomes(verdict).proof, 'valid');
  return verdict.status;
}

test('only the bit at the credential’s index decides whether it is revoked', async () => {
  assert.equal(await judgeStatus(await listWith({})), 'valid');
  assert.equal(await judgeStatus(await listWith({ set: [index - 1, index + 1] })), 'valid');
  assert.equal(await judgeStatus(await listWith({ set: [index] })), 'revoked');
});

test('a suspended credential is distinguished from a revoked one', async () => {
  const suspended = await sign({ status: { list, index, purpose: 'suspension' } });
  const change = (document: Json): Json => ({
    ...document,
    credentialSubject: { ...(document.credentialSubject as Json), statusPurpose: 'suspension' },
  });
  assert.equal(await judgeStatus(await listWith({ set: [index], change }), suspended), 'suspended');
});

test('a missing, wrong, short, outdated or foreign-signed status list makes the status unknown', async () => {
  const good = await listWith({});
  const changed = (more: Json) => listWith({ change: (document) => ({ ...document, ...more }) });
  const inside = (more: Json) =>
    listWith({
      change: (document) => ({
        ...document,
        credentialSubject: { ...(document.credentialSubject as Json), ...more },
      }),
    });
  for (const [name, document] of Object.entries({
    'not there': undefined,
    'no JSON': 'x',
    'another list': await changed({ id: `${list}0` }),
    'a badge instead': await sign(),
    'of a stranger': await listWith({ by: stranger }),
    'signed by a stranger': { ...(await listWith({ by: stranger })), issuer: school.did },
    unsigned: { ...good, proof: undefined },
    tampered: {
      ...good,
      credentialSubject: {
        ...(good.credentialSubject as Json),
        encodedList: (
          (await listWith({ set: [1] })) as { credentialSubject: { encodedList: string } }
        ).credentialSubject.encodedList,
      },
    },
    'another purpose': await inside({ statusPurpose: 'suspension' }),
    'too short': await listWith({ entries: MIN_STATUS_LIST_ENTRIES / 2 }),
    'no gzip': await inside({ encodedList: 'uAAAA' }),
    expired: await changed({ validUntil: '2026-05-01T00:00:00Z' }),
    'not yet valid': await changed({ validFrom: '2026-07-01T00:00:00Z' }),
  }))
    assert.equal(await judgeStatus(document), 'unknown', name);
});

test('a list dated a few seconds ahead is accepted, and one dated an hour ahead is not', async () => {
  const ahead = (ms: number) =>
    listWith({
      change: (document) => ({ ...document, validFrom: new Date(now + ms).toISOString() }),
    });
  assert.equal(await judgeStatus(await ahead(5_000)), 'valid');
  assert.equal(await judgeStatus(await ahead(3_600_000)), 'unknown');
});

test('an index outside of its list is unknown, and one that is not a number is invalid', async () => {
  const out = await sign({
    status: { list, index: MIN_STATUS_LIST_ENTRIES, purpose: 'revocation' },
  });
  assert.equal(await judgeStatus(await listWith({}), out), 'unknown');
  for (const bad of ['-1', '1.5', '0x1', '1e3', '', '99999999999999999999']) {
    const document = credentialDocument(
      ordinary({ status: { list, index, purpose: 'revocation' } }),
    );
    document.credentialStatus = { ...(document.credentialStatus as Json), statusListIndex: bad };
    const signed = await signCredential(document, school.signer, at);
    assert.equal(await judgeStatus(await listWith({}), signed), 'invalid', bad);
  }
});

test('the worst of several statuses decides', async () => {
  const entry = (purpose: 'revocation' | 'suspension', at_: number) =>
    credentialDocument(ordinary({ status: { list, index: at_, purpose } })).credentialStatus;
  const signed = await signCredential(
    {
      ...credentialDocument(ordinary()),
      credentialStatus: [entry('revocation', 1), entry('revocation', 2)],
    },
    ...([school.signer, at] as const),
  );
  assert.equal(await judgeStatus(await listWith({}), signed), 'valid');
  assert.equal(await judgeStatus(await listWith({ set: [2] }), signed), 'revoked');
});

test('a list is verified once for a document, however often it is named, and unpacked up to 16 MiB', async () => {
  const v1 = 'https://www.w3.org/2018/credentials/v1';
  const entry = { id: `${list}#1`, type: 'BitstringStatusListEntry', statusPurpose: 'revocation' };
  const status = { ...entry, statusListIndex: '1', statusListCredential: list };
  const present = async (credentials: number, entries: number) => {
    const document = credentialDocument(ordinary({ subject: { id: 'urn:uuid:1' } }));
    const credentialStatus = Array.from({ length: entries }, () => status);
    const jwt = await signCredentialJwt({ ...document, credentialStatus }, school.signer);
    const verifiableCredential = Array.from({ length: credentials }, () => jwt);
    return { '@context': [v1], type: ['VerifiablePresentation'], verifiableCredential };
  };
  let hashed = 0;
  const digest: typeof hashDocument = (...input) => {
    hashed += 1;
    return hashDocument(...input);
  };
  const web = { [list]: await listWith({}) };
  assert.equal((await judge(await present(20, 8), { web, digest })).status, 'valid');
  assert.equal(hashed, 2);
  const large = { [list]: await listWith({ entries: 8 * 8 * 1024 * 1024 }) };
  const { contains = [] } = await judge(await present(4, 1), { web: large });
  assert.deepEqual(
    contains.map((each) => each.status),
    ['valid', 'valid', 'unknown', 'unknown'],
  );
  const refused = contains.at(-1)?.checks.find(({ check }) => check === 'revocation');
  assert.match(refused?.message ?? '', /too large to be read together with the others/);
});

test('verification never requests the status of a credential that is not genuine', async () => {
  const requests: string[] = [];
  const read = async (url: string) => {
    requests.push(url);
    return { status: 200, document: school.controllerDocument };
  };
  await judge({ ...listed, name: 'Admiral' }, { read });
  assert.deepEqual(requests, ['https://badges.example/issuer/1/did.json']);
});

test('a list with a repeated member makes the status unknown, whichever value is signed', async () => {
  const good = JSON.stringify(await listWith({}));
  const read = async (text: string): Promise<unknown> => {
    const found = await readAnswer(new TextEncoder().encode(text));
    return 'document' in found ? found.document : undefined;
  };
  assert.equal(await judgeStatus(await read(good)), 'valid');
  for (const doubled of [
    good.replace('{', '{"id":"https://elsewhere.example/1",'),
    good.replace('"encodedList"', '"encodedList":"uH4sI","encodedList"'),
    good.replace(/("encodedList":"[^"]*")/, '$1,"encodedList":"uH4sI"'),
  ])
    assert.equal(await judgeStatus(await read(doubled)), 'unknown');
});
