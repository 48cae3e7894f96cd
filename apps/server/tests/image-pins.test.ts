// Content by its hash: the trustless gateway, read by Helia's client, and pins at two imitated services.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { trustlessGatewayBlockBroker } from '@helia/trustless-gateway-client';
import { CarReader } from '@ipld/car';
import { multiaddr } from '@multiformats/multiaddr';
import { sql } from 'kysely';
import { base16upper } from 'multiformats/bases/base16';
import { base36 } from 'multiformats/bases/base36';
import { base58btc } from 'multiformats/bases/base58';
import { CID } from 'multiformats/cid';
import { sha256 } from 'multiformats/hashes/sha2';
import { pino } from 'pino';
import { repairPins, showPins } from '../src/commands/images/pins.ts';
import { type CommandContext, runDoctor, withService } from '../src/commands/index.ts';
import { computeCid, createFileStore, imageChores } from '../src/platform/images/index.ts';
import { collectWork } from '../src/platform/jobs/index.ts';
import { pageFiles } from '../src/platform/pages/index.ts';
import { registerPins } from '../src/platform/pins/index.ts';
import { imageReferences, publishedImages } from '../src/program/registry.ts';
import { assertRefused, createTestClient } from './support/client.ts';
import { dataUri, pngBytes } from './support/images.ts';
import { getInstanceSettings, runCommand } from './support/insignia.ts';
import { createBadge, createIssuer, createOwner, idFromUrl, issueAward } from './support/people.ts';
import { createKubo, createPinningService } from './support/pin-services.ts';
import { findFreePort } from './support/port.ts';
import { createTemporaryDirectory } from './support/process.ts';
import { withSettings } from './support/settings.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const token = 's3cret-token';
const [psa, kubo] = await Promise.all([createPinningService(token), createKubo()]);
after(() => Promise.all([psa.stop(), kubo.stop()]));
const psaName = `psa+http://127.0.0.1:${psa.port}`;
const kuboName = `kubo+http://127.0.0.1:${kubo.port}`;
const settings = {
  IMAGE_PINS: `psa+http://${token}@127.0.0.1:${psa.port}/, ${kuboName}`,
  METRICS_PORT: String(await findFreePort()),
};
const instance = await useInstance({ ...settings, TOPOLOGY: 'one' });
const owner = await createOwner(instance, 'pro');
const issuerId = await createIssuer(owner);
const get = createTestClient(instance.url);
const commandContext: CommandContext = { signal: new AbortController().signal, warn: () => {} };
const runWithSettings = <T>(work: () => Promise<T>) =>
  withSettings({ ...getInstanceSettings(instance), ...settings }, work);

let color = 0;
async function makeBadge() {
  color += 1;
  const image = dataUri(await pngBytes(300, 300, color));
  const badgeId = await createBadge(owner, issuerId, { image });
  const { image: url } = await owner.insignia.badges.get({ badgeId });
  const cid = idFromUrl(url);
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
  return { badgeId, cid, bytes, image };
}
const load = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${instance.url}/ipfs/${path}`, { headers, method });

test('a picture is a block and a CAR file whose bytes hash to its CID', async () => {
  const { cid, bytes } = await makeBadge();
  assert.equal(computeCid(bytes), cid);
  const raw = 'application/vnd.ipld.raw';
  for (const answer of [
    await load(`${cid}?format=raw`),
    await load(cid, { accept: raw }),
    await load(`${cid}?format=raw`, { accept: 'image/png' }),
  ]) {
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes);
    const { headers } = answer;
    assert.equal(headers.get('content-type'), raw);
    assert.equal(headers.get('etag'), `"${cid}.raw"`);
    assert.equal(headers.get('content-disposition'), `attachment; filename="${cid}.bin"`);
  }
  const unknown = await load(cid, { accept: 'application/vnd.ipld.car; version=2' });
  assert.equal(unknown.status, 400);
  assert.match(await unknown.text(), /must be of CAR version 1/);
  const car = await load(cid, { accept: 'application/vnd.ipld.car; version=1; dups=y' });
  const { headers } = car;
  assert.match(headers.get('content-type') ?? '', /^application\/vnd\.ipld\.car; version=1/);
  assert.equal(headers.get('etag'), `"${cid}.car"`);
  assert.equal(headers.get('accept-ranges'), 'none');
  assert.equal(headers.get('x-ipfs-path'), `/ipfs/${cid}`);
  assert.equal(headers.get('access-control-allow-origin'), '*');
  assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.match(headers.get('vary') ?? '', /\bAccept\b/);
  const reader = await CarReader.fromBytes(new Uint8Array(await car.arrayBuffer()));
  assert.deepEqual((await reader.getRoots()).map(String), [cid]);
  const blocks = await Array.fromAsync(reader.blocks());
  assert.equal(blocks.length, 1);
  assert.deepEqual(Buffer.from(blocks[0]?.bytes ?? []), bytes);
  const { bytes: hash } = await sha256.digest(blocks[0]?.bytes ?? new Uint8Array());
  assert.deepEqual(hash, CID.parse(cid).multihash.bytes);
});

test('a picture supports HEAD, one range, conditions, and other bases of its CID', async () => {
  const { cid, bytes } = await makeBadge();
  for (const query of ['', '?format=raw', '?format=car']) {
    const whole = await load(`${cid}${query}`);
    const head = await load(`${cid}${query}`, {}, 'HEAD');
    assert.equal((await head.arrayBuffer()).byteLength, 0);
    for (const name of ['content-length', 'content-type', 'etag', 'x-ipfs-path', 'x-ipfs-roots'])
      assert.equal(head.headers.get(name), whole.headers.get(name), name);
    const etag = whole.headers.get('etag') ?? '';
    assert.equal((await load(`${cid}${query}`, { 'if-none-match': etag })).status, 304);
  }
  const part = await load(cid, { range: 'bytes=4-9' });
  assert.equal(part.status, 206);
  assert.equal(part.headers.get('content-range'), `bytes 4-9/${bytes.length}`);
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(4, 10));
  const tail = await load(`${cid}?format=raw`, { range: 'bytes=-5', 'if-range': `"${cid}.raw"` });
  assert.deepEqual(Buffer.from(await tail.arrayBuffer()), bytes.subarray(-5));
  const changed = await load(cid, { range: 'bytes=0-1', 'if-range': '"another"' });
  assert.equal(changed.status, 200);
  assert.equal((await load(`${cid}?format=car`, { range: 'bytes=0-1' })).status, 200);
  const beyond = await get('GET', `/ipfs/${cid}`, undefined, {
    range: `bytes=${bytes.length}-`,
  });
  assertRefused(beyond, 416, 'range_not_satisfiable');
  assert.equal(beyond.headers.get('content-range'), `bytes */${bytes.length}`);
  for (const base of [base36, base58btc, base16upper]) {
    const answer = await load(CID.parse(cid).toString(base.encoder));
    assert.equal(answer.headers.get('etag'), `"${cid}"`);
  }
});

test('content that is not ours is not found, and an invalid CID or format is refused', async () => {
  const { cid } = await makeBadge();
  const strange = CID.parse(computeCid(Buffer.from('nobody has this')));
  const dagPb = CID.createV1(0x70, CID.parse(cid).multihash);
  const dagCbor = CID.createV1(0x71, CID.parse(cid).multihash);
  for (const other of [strange, dagPb, dagCbor, 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG'])
    for (const query of ['', '?format=raw', '?format=car'])
      assertRefused(await get('GET', `/ipfs/${other}${query}`), 404, 'image_not_found');
  for (const bad of ['x', cid.slice(1), `${cid}a`, '..%2f..%2fsecret', 'b'.repeat(700)])
    assertRefused(await get('GET', `/ipfs/${bad}`), 400, 'invalid_request', 'cid');
  assertRefused(await get('GET', `/ipfs/${cid}?format=tar`), 400, 'invalid_request', 'format');
  // Clients probe for a gateway with the identity CID of nothing.
  const probe = await load('bafkqaaa?format=raw');
  assert.deepEqual([probe.status, (await probe.arrayBuffer()).byteLength], [200, 0]);
});

test('files of the pages have a CID too', async () => {
  const [{ body, type } = { body: Buffer.alloc(0), type: '' }] = pageFiles;
  const answer = await load(computeCid(body));
  assert.equal(answer.headers.get('content-type'), type);
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), body);
});

test('a deleted or replaced picture and an erased card are gone at once', async () => {
  const { badgeId, cid } = await makeBadge();
  const { rows: sizes } = await sql<{ cid: string }>`
    select sized_cid as cid from image_sizes where cid = ${cid}`.execute(instance.db);
  assert.equal(sizes.length, 1);
  const credentialId = await issueAward(owner, badgeId);
  await (await fetch(`${instance.url}/credentials/${credentialId}/card.png`)).arrayBuffer();
  const { rows: cards } = await sql<{ cid: string }>`
    select cid from cards where credential_id = ${credentialId}`.execute(instance.db);
  const card = cards[0]?.cid ?? '';
  for (const each of [cid, card]) assert.equal((await load(each)).status, 200);
  await owner.insignia.credentials.delete({ awardId: credentialId });
  await owner.insignia.badges.delete({ badgeId });
  // In forms that weren't read before: a response stays in memory for ten seconds.
  for (const gone of [cid, card, sizes[0]?.cid ?? '']) {
    assertRefused(await get('GET', `/ipfs/${gone}?format=raw`), 404, 'image_not_found');
    assertRefused(await get('GET', `/ipfs/${gone}?format=car`), 404, 'image_not_found');
  }
  const { rows: pins } = await sql`select 1 from image_pins where cid = ${card}`.execute(
    instance.db,
  );
  assert.equal(pins.length, 0);
});

type BlockBroker = {
  retrieve: (
    cid: CID,
    options: { validateFn: (block: Uint8Array) => Promise<void> },
  ) => Promise<Uint8Array>;
};

test("Helia's client reads a picture from the gateway and refuses a flipped byte", async () => {
  const { cid, bytes } = await makeBadge();
  let isFlipped = false;
  const proxy = createServer(async (request, response) => {
    const answer = await fetch(`${instance.url}${request.url}`, {
      headers: { accept: request.headers.accept ?? '*/*' },
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (isFlipped) body[40] = (body[40] ?? 0) ^ 1;
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(body);
  }).listen(0, '127.0.0.1');
  await new Promise((done) => proxy.once('listening', done));
  const { port } = proxy.address() as AddressInfo;
  const log = Object.assign(() => {}, { error: () => {}, trace: () => {}, newScope: () => log });
  const components = {
    logger: { forComponent: () => log },
    routing: {
      async *findProviders() {
        yield {
          id: CID.parse(cid),
          multiaddrs: [multiaddr(`/ip4/127.0.0.1/tcp/${port}/http`)],
          protocols: ['transport-ipfs-gateway-http'],
          routing: 'test',
        };
      },
    },
  };
  const broker = trustlessGatewayBlockBroker({ allowInsecure: true, allowLocal: true })(
    components as never,
  ) as unknown as BlockBroker;
  const root = CID.parse(cid);
  /** As Helia's own block store checks what a broker returns. */
  const validateFn = async (block: Uint8Array): Promise<void> => {
    const digest = await sha256.digest(block);
    if (!CID.createV1(root.code, digest).equals(root)) throw new Error('hash mismatch');
  };
  try {
    assert.deepEqual(Buffer.from(await broker.retrieve(root, { validateFn })), bytes);
    isFlipped = true;
    await assert.rejects(broker.retrieve(root, { validateFn }), /from any gateway/);
  } finally {
    proxy.close();
    proxy.closeAllConnections();
  }
});

/** Runs retries now, which otherwise wait for seconds. */
async function hurry(): Promise<void> {
  await sql`update jobs set run_at = now() where kind = 'pin' and not claimed and dead_at is null`.execute(
    instance.db,
  );
  instance.db.signals.wake(['pin']);
}
/** Ends the wait after a place didn’t respond. */
function skipMinute(): void {
  instance.clock.set(new Date(instance.clock.now().getTime() + 60_000));
}
type Row = { place: string; state: string; error: string | null };
const readPins = async (cid: string): Promise<Row[]> =>
  (
    await sql<Row>`
      select place, state, error from image_pins where cid = ${cid} order by place`.execute(
      instance.db,
    )
  ).rows;
const waitUntilPinned = (cids: string[]) =>
  waitForCondition('pinned at both places', async () => {
    skipMinute();
    await hurry();
    const rows = (await Promise.all(cids.map(readPins))).flat();
    return rows.length === 2 * cids.length && rows.every(({ state }) => state === 'pinned');
  });
const assertPinnedOnce = (cids: string[]): void => {
  for (const cid of cids)
    for (const service of [psa, kubo])
      assert.equal(service.pins.filter((pin) => pin.cid === cid).length, 1, cid);
};

test('every pin arrives once, in whatever way the services fail', async () => {
  const common = ['refused', 'busy', 'broken', 'closed', 'text', 'empty', 'huge', 'redirect'];
  psa.failures = [...common, 'other CID', 'no id', 'lost answer', 'slow', 'failing'];
  kubo.failures = [...common, 'other CID', 'add broken', 'lost answer', 'another pin'];
  const expected = [psa.failures.toSorted(), kubo.failures.toSorted()];
  const cids: string[] = [];
  for (let n = 0; n < psa.failures.length + psa.struck.length; n++)
    cids.push((await makeBadge()).cid);
  await waitUntilPinned(cids);
  assert.deepEqual([psa.struck.toSorted(), kubo.struck.toSorted()], expected);
  assertPinnedOnce(cids);
  const { port } = new URL(instance.url);
  for (const { origins } of psa.pins)
    assert.deepEqual(origins, [`/ip4/127.0.0.1/tcp/${port}/http`]);
  for (const { headers } of kubo.requests) assert.equal(headers.authorization, undefined);
  for (const cid of cids) assert.equal(computeCid(kubo.blocks.get(cid) ?? Buffer.alloc(0)), cid);
});

test('a service that hangs leaves slots to the others', async () => {
  const cids: string[] = [];
  Object.assign(psa, { isHanging: true, maxOpen: 0 });
  for (let n = 0; n < 8; n++) cids.push((await makeBadge()).cid);
  await waitForCondition('pinned at Kubo', async () => {
    await hurry();
    const rows = (await Promise.all(cids.map(readPins))).flat();
    return (
      cids.length === rows.filter((row) => row.place === kuboName && row.state === 'pinned').length
    );
  });
  assert.ok(psa.open > 0);
  assert.ok(psa.maxOpen <= 2, String(psa.maxOpen));
  psa.isHanging = false;
  await psa.stop();
  await psa.start();
  await waitUntilPinned(cids);
  assertPinnedOnce(cids);
});

test('a service that is down delays its pins, but neither others nor issuing', async () => {
  // Pins of earlier tests may still wait for their next attempt.
  await waitForCondition('nothing else waits', async () => {
    skipMinute();
    await hurry();
    const { rows } = await sql`select 1 from image_pins where state <> 'pinned'`.execute(
      instance.db,
    );
    return rows.length === 0;
  });
  await psa.stop();
  const { badgeId, cid } = await makeBadge();
  await issueAward(owner, badgeId);
  await waitForCondition('pinned at Kubo, failed elsewhere', async () => {
    skipMinute();
    await hurry();
    const rows = await readPins(cid);
    const states = rows.map(({ place, state }) => `${place} ${state}`);
    // An open connection that closes is another error.
    const isRefused = rows.some(({ error }) => error === 'the host can’t be reached');
    return isRefused && states.join() === `${kuboName} pinned,${psaName} failed`;
  });
  const findings = await runWithSettings(async () => {
    const found: { check: string; outcome: string; message: string }[] = [];
    await runDoctor(commandContext, (finding) => found.push(finding));
    return found.filter(({ check }) => check.startsWith('pins'));
  });
  assert.deepEqual(
    findings.map(({ check, outcome }) => `${check} ${outcome}`),
    [`pins at ${psaName} warning`, `pins at ${kuboName} ok`],
  );
  const status = await runWithSettings(() => withService(commandContext, showPins));
  assert.partialDeepStrictEqual(
    status.places.map(({ place, failed, isConfigured }) => ({ place, failed, isConfigured })),
    [
      { place: kuboName, failed: 0, isConfigured: true },
      { place: psaName, failed: 1, isConfigured: true },
    ],
  );
  const home = (await createTemporaryDirectory()).path;
  const env = { ...getInstanceSettings(instance), ...settings };
  const shown = await runCommand(home, ['images', 'pins'], { env });
  assert.equal(shown.code, 6, shown.err);
  assert.match(shown.out, /pinned, 0 waiting, 1 failed\n {2}the host can’t be reached/);
  const metrics = await (await fetch(`http://127.0.0.1:${settings.METRICS_PORT}/metrics`)).text();
  assert.ok(metrics.includes(`insignia_image_pins{place="${psaName}",state="failed"} 1`), metrics);
  assert.match(metrics, /insignia_image_pin_requests_total\{outcome="pinned"\} \d/);
  for (const text of [JSON.stringify(findings), shown.out, metrics])
    assert.ok(!text.includes(token));
  await psa.start();
  const repaired = await runCommand(home, ['images', 'pins', 'repair', '--json'], { env });
  assert.equal(repaired.code, 0, repaired.err);
  await waitUntilPinned([cid]);
  assertPinnedOnce([cid]);
});

test('a pin that a service lost is found by a check and pinned again', async () => {
  const { cid } = await makeBadge();
  await waitUntilPinned([cid]);
  for (const service of [psa, kubo]) service.pins = service.pins.filter((pin) => pin.cid !== cid);
  const { checks } = await runWithSettings(() =>
    withService(commandContext, (service) => repairPins(service, commandContext)),
  );
  assert.ok(checks >= 2);
  await waitForCondition('pinned again', async () => {
    skipMinute();
    await hurry();
    return [psa, kubo].every(({ pins }) => pins.some((pin) => pin.cid === cid));
  });
  await waitUntilPinned([cid]);
  assertPinnedOnce([cid]);
});

test('a place that is added later gets all published pictures, and nothing else, in steps', async () => {
  const { db } = instance;
  const { badgeId, cid } = await makeBadge();
  const credentialId = await issueAward(owner, badgeId);
  await (await fetch(`${instance.url}/credentials/${credentialId}/card.png`)).arrayBuffer();
  await waitUntilPinned([cid]);
  await waitForCondition('no job', async () => {
    await hurry();
    return (await sql`select 1 from jobs where kind = 'pin'`.execute(db)).rows.length === 0;
  });
  // Pictures that nothing publishes, before all others.
  await sql`insert into images (cid, media_type, bytes, width, height, touched_at)
    select 'a' || i, 'image/png', 1, 1, 1, now() from generate_series(1, 1200) i`.execute(db);
  const { rows } = await sql<{ cid: string }>`
    select image_cid as cid from badges union select logo_cid from issuers where logo_cid is not null`.execute(
    db,
  );
  const published = new Set(rows.map((row) => row.cid));
  kubo.pins = [];
  await sql`delete from image_pins where place = ${kuboName}`.execute(db);
  await sql`update pin_places set scanned_at = null, scanned_to = '' where place = ${kuboName}`.execute(
    db,
  );
  const { chores } = collectWork((work) =>
    registerPins(work, {
      ...{ db, clock: instance.clock.now, log: pino({ level: 'silent' }) },
      places: instance.config.imagePins,
      images: createFileStore(`${instance.config.dataDir}/images`),
      ...{ published: publishedImages, baseUrl: instance.url },
    }),
  );
  const run = () => db.write(async (trx) => chores[0]?.run(trx));
  assert.equal(await run(), 'again');
  while ((await run()) === 'again');
  await waitUntilPinned([cid]);
  await waitForCondition('all', async () => kubo.pins.length >= published.size);
  assert.deepEqual(new Set(kubo.pins.map((pin) => pin.cid)), published);
  await sql`delete from images where bytes = 1`.execute(db);

  // Each scan would otherwise add jobs for pins that a service never completes.
  const payload = JSON.stringify({ cid, place: kuboName });
  await sql`insert into jobs (id, kind, payload, max_attempts, run_at)
    values (${crypto.randomUUID()}, 'pin', ${payload}, 12, now() + interval '1 hour')`.execute(db);
  await sql`update image_pins set state = 'queued' where cid = ${cid} and place = ${kuboName}`.execute(
    db,
  );
  await sql`update pin_places set scanned_at = null, scanned_to = '' where place = ${kuboName}`.execute(
    db,
  );
  while ((await run()) === 'again');
  const { rows: jobs } = await sql`
    select 1 from jobs where kind = 'pin' and payload->>'cid' = ${cid}`.execute(db);
  assert.equal(jobs.length, 1);
});

test('a picture that the collector deletes is unpinned, and one stored again is pinned again', async () => {
  const { badgeId, cid, image } = await makeBadge();
  await waitUntilPinned([cid]);
  await owner.insignia.badges.delete({ badgeId });
  const collect = () =>
    instance.db.write(async (trx) => {
      const clock = () => new Date(instance.clock.now().getTime() + 25 * 3_600_000);
      const images = createFileStore(`${instance.config.dataDir}/images`);
      const log = pino({ level: 'silent' });
      const [chore] = imageChores({ clock, images, log, references: imageReferences });
      await chore?.run(trx);
    });
  await collect();
  await waitForCondition('unpinned', async () => {
    await hurry();
    return [psa, kubo].every(({ pins }) => !pins.some((pin) => pin.cid === cid));
  });
  await waitForCondition('forgotten', async () => (await readPins(cid)).length === 0);
  await createBadge(owner, issuerId, { image });
  await waitUntilPinned([cid]);
  assertPinnedOnce([cid]);
});

test('no token is in the database', async () => {
  const { rows } = await sql<{ text: string }>`
    select t::text as text from image_pins t union all select t::text from jobs t union all select t::text from pin_places t`.execute(
    instance.db,
  );
  assert.ok(rows.every(({ text }) => !text.includes(token)));
});
