// Add to wallet by VCALM: a copy bound to the key of the recipient's wallet.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeStatusList, readStatus } from '@insignia/openbadges/v3';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  signInByCode,
} from './support/people.ts';
import { useInstance } from './support/use-instance.ts';
import { createPresentationWallet } from './support/wallet.ts';

const instance = await useInstance();
const { url, db, clock } = instance;
const owner = await createOwner(instance, 'pro');
const badgeId = await createBadge(owner, await createIssuer(owner));
const anyone = createTestClient(url);

const newAddress = () => `holder-${crypto.randomUUID().slice(0, 8)}@example.org`;
const issueTo = (email: string) =>
  issueAward(owner, badgeId, { recipient: { name: 'Ada Lovelace', email } });

/** Path of the exchange that the interaction object names. */
async function openExchange(awardId: string, headers: Record<string, string> = {}) {
  const send = createTestClient(url, headers);
  const { protocols } = assertOk(await send('GET', `/credentials/${awardId}/offer?iuv=1`)).body;
  return { path: new URL(protocols.vcapi).pathname, offer: protocols['oid4vci-1.0'] };
}

/** A recipient, signed in, with a credential and an exchange for it. */
async function openOwnExchange() {
  const email = newAddress();
  const awardId = await issueTo(email);
  const { cookie, session } = await signInByCode(instance, email);
  const { path, offer } = await openExchange(awardId, { cookie });
  const respond = (verifiablePresentation: object, to = path) =>
    anyone('POST', to, { verifiablePresentation });
  const start = async (at = path) =>
    assertOk(await anyone('POST', at, {})).body.verifiablePresentationRequest;
  return { email, awardId, cookie, session, path, offer, respond, start };
}

async function countCopies(awardId: string): Promise<number> {
  const { rows } = await sql`select 1 from wallet_copies where credential_id = ${awardId}`.execute(
    db,
  );
  return rows.length;
}

test('the wallet of the recipient gets a copy bound to its key, and revoking reaches it', async () => {
  const { awardId, session, respond, start } = await openOwnExchange();
  const request = await start();
  assert.deepEqual(request.query[0].type, 'DIDAuthentication');
  assert.deepEqual(request.query[0].acceptedMethods, [{ method: 'key' }]);
  assert.equal(request.domain, new URL(url).host);
  assert.notEqual(request.challenge, (await start()).challenge);
  const wallet = await createPresentationWallet();
  const { verifiablePresentation } = assertOk(await respond(await wallet.present(request))).body;
  const [copy] = verifiablePresentation.verifiableCredential;
  assert.equal(copy.credentialSubject.id, wallet.did);
  const { items } = assertOk(await session('GET', '/my/credentials')).body;
  assert.equal(items[0].walletCopies, 1);
  assertOk(await owner.api('POST', `/awards/${awardId}/revoke`));
  const { statusListCredential, statusListIndex } = copy.credentialStatus;
  const list = assertOk(await anyone('GET', new URL(statusListCredential).pathname)).body;
  const bits = await decodeStatusList(list.credentialSubject.encodedList);
  assert.equal(readStatus(bits, Number(statusListIndex)), true);
});

test('without the session of the recipient, the exchange returns the unbound public credential', async () => {
  const awardId = await issueTo(newAddress());
  const { cookie } = await signInByCode(instance, newAddress());
  for (const headers of [{}, { cookie }]) {
    const { path, offer } = await openExchange(awardId, headers);
    assert.equal(path, `/credentials/${awardId}/exchange`);
    const { verifiablePresentation } = assertOk(await anyone('POST', path, {})).body;
    const [credential] = verifiablePresentation.verifiableCredential;
    assert.match(credential.credentialSubject.id, /^urn:uuid:/);
    const document = new URL(offer).searchParams.get('credential_offer_uri') ?? '';
    const bound = `${new URL(document).pathname}/exchange`;
    assertRefused(await anyone('POST', bound, {}), 404, 'wallet_offer_not_found');
  }
  assert.equal(await countCopies(awardId), 0);
});

test('presentations for another exchange, domain, purpose or holder bind nothing', async () => {
  const { awardId, respond, start } = await openOwnExchange();
  const other = await openOwnExchange();
  const request = await start();
  const [wallet, stranger] = [await createPresentationWallet(), await createPresentationWallet()];
  const good = (await wallet.present(request)) as { proof: object };
  const { proof, ...unsigned } = good;
  for (const bad of [
    await wallet.present({ ...request, domain: 'evil.example' }),
    await wallet.present({ ...request, challenge: 'x' }),
    await wallet.present(await other.start()),
    await wallet.present(request, { holder: stranger.did }),
    { ...good, holder: stranger.did },
    { ...good, proof: { ...proof, proofPurpose: 'assertionMethod' } },
    { ...good, proof: [proof, proof] },
    { ...good, proof: [] },
    unsigned,
    {},
  ])
    assertRefused(await respond(bad), 400, 'invalid_presentation');
  assert.equal(await countCopies(awardId), 0);
  assertOk(await respond(good));
});

test('an exchange works once, also for two wallets at the same time, and voids the code of OpenID4VCI', async () => {
  const { awardId, path, offer, respond, start } = await openOwnExchange();
  const document = new URL(new URL(offer).searchParams.get('credential_offer_uri') ?? '').pathname;
  assertOk(await anyone('GET', document));
  const presentations = await Promise.all(
    [1, 2, 3].map(async () => (await createPresentationWallet()).present(await start())),
  );
  const responses = await Promise.all(presentations.map((each) => respond(each)));
  assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 404, 404]);
  assert.equal(await countCopies(awardId), 1);
  assertRefused(await anyone('POST', path, {}), 404, 'wallet_offer_not_found');
  assertRefused(await anyone('GET', document), 404, 'wallet_offer_not_found');
});

test('an exchange ends after ten minutes, and with the credential', async () => {
  const { awardId, respond, start, path } = await openOwnExchange();
  const late = await openOwnExchange();
  const wallet = await createPresentationWallet();
  const presentation = await wallet.present(await late.start());
  const now = clock.now();
  try {
    clock.set(new Date(now.getTime() + 10 * 60_000 + 1_000));
    assertRefused(await late.respond(presentation), 404, 'wallet_offer_not_found');
  } finally {
    clock.set(now);
  }
  const unused = await wallet.present(await start());
  assertOk(await owner.api('POST', `/awards/${awardId}/revoke`));
  assertRefused(await respond(unused), 409, 'credential_not_offered');
  assertRefused(await anyone('POST', path, {}), 409, 'credential_not_offered');
});

test('someone who removed the address, and a credential with 50 copies, get no further copy', async () => {
  const { email, respond, start } = await openOwnExchange();
  const wallet = await createPresentationWallet();
  const presentation = await wallet.present(await start());
  await sql`update auth."user" set email = ${newAddress()} where email = ${email}`.execute(db);
  await sql`delete from user_addresses where email = ${email}`.execute(db);
  assertRefused(await respond(presentation), 404, 'wallet_offer_not_found');
  const full = await openOwnExchange();
  await sql`insert into wallet_copies (id, credential_id, format, key_hash, response_id, offer_id, created_at)
    select gen_random_uuid(), ${full.awardId}, 'ldp_vc', int4send(n), gen_random_uuid(), gen_random_uuid(), now()
    from generate_series(1, 50) n`.execute(db);
  const more = await wallet.present(await full.start());
  assertRefused(await full.respond(more), 400, 'credential_request_denied');
});

test('a copy that is issued while its credential is being revoked is on the status list', async () => {
  const { awardId, respond, start } = await openOwnExchange();
  const presentation = await (await createPresentationWallet()).present(await start());
  const [issued, revoked] = await Promise.all([
    respond(presentation),
    owner.api('POST', `/awards/${awardId}/revoke`),
  ]);
  assertOk(revoked);
  assert.ok([200, 400, 409].includes(issued.status), issued.text);
  assert.equal(await countCopies(awardId), issued.status === 200 ? 1 : 0);
});
