import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { computeCid } from '../../src/platform/images/index.ts';
import { findFreePort } from './port.ts';

/** An imitation of a service that pins. Each failure strikes the first pin of one CID, in turn. */
export type PinService = {
  port: number;
  /** Pins by CID. A list, because a bug might pin twice. */
  pins: { cid: string; id: string; status: string; origins?: string[] }[];
  /** Failures that are still to come. */
  failures: string[];
  /** Failures that have struck. */
  struck: string[];
  /** Leaves requests open without an answer. */
  isHanging: boolean;
  /** Requests without an answer, now and at most at one time. */
  open: number;
  maxOpen: number;
  requests: { method: string; url: string; headers: IncomingMessage['headers'] }[];
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

type Exchange = {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: Buffer;
  response: ServerResponse;
  reply: (status: number, body?: object) => void;
};

const anotherCid = computeCid(Buffer.from('another'));

/** Ways in which any HTTP service fails. */
const httpFailures: Record<string, (exchange: Exchange) => void> = {
  refused: ({ reply }) =>
    reply(401, { error: { reason: 'UNAUTHORIZED', details: 's3cret-token' } }),
  busy: ({ reply }) => reply(429, { error: { reason: 'TOO_MANY_REQUESTS' } }),
  broken: ({ reply }) => reply(500, { error: { reason: 'INTERNAL' }, Message: 'INTERNAL' }),
  closed: ({ response }) => void response.destroy(),
  text: ({ response }) => void response.end('<html>all is well</html>'),
  empty: ({ response }) => void response.end(),
  huge: ({ response }) => void response.end(`{"x":"${'x'.repeat(1_000_000)}"}`),
  redirect: ({ response }) =>
    void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
};

/** Starts on a port that it keeps when it is stopped and started again. */
async function createService(
  handle: (exchange: Exchange, service: PinService) => void,
): Promise<PinService> {
  const port = await findFreePort();
  let server: Server | undefined;
  const service: PinService = {
    ...{ port, pins: [], failures: [], struck: [], requests: [] },
    ...{ isHanging: false, open: 0, maxOpen: 0 },
    start: async () => {
      server = createServer(async (request, response) => {
        const { method = '', url = '', headers } = request;
        service.requests.push({ method, url, headers });
        service.open += 1;
        service.maxOpen = Math.max(service.maxOpen, service.open);
        response.once('close', () => {
          service.open -= 1;
        });
        if (service.isHanging) return;
        const body = Buffer.concat(await request.toArray());
        const reply = (status: number, answer?: object): void => {
          response.writeHead(status, { 'content-type': 'application/json' });
          response.end(answer && JSON.stringify(answer));
        };
        const exchange = { method, url: new URL(url, 'http://service'), body, response, reply };
        handle({ ...exchange, headers }, service);
      }).listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    stop: async () => {
      server?.closeAllConnections();
      await new Promise((done) => server?.close(done));
    },
  };
  await service.start();
  return service;
}

/** Returns the failure that strikes this CID now, once. */
function createStriker() {
  const met = new Set<string>();
  return (cid: string, service: PinService): string | undefined => {
    if (met.has(cid)) return undefined;
    met.add(cid);
    const failure = service.failures.shift();
    if (failure) service.struck.push(failure);
    return failure;
  };
}

type RemotePin = PinService['pins'][number];
type Strike = ReturnType<typeof createStriker>;

const showPin = (pin: RemotePin, cid = pin.cid) => ({
  ...{ requestid: pin.id, status: pin.status, created: '2026-03-01T00:00:00Z' },
  ...{ pin: { cid }, delegates: [] },
});
const notFound = { error: { reason: 'NOT_FOUND' } };

/** The IPFS Pinning Service API 1.0, as far as it is used. */
export function createPinningService(token: string): Promise<PinService> {
  const strike = createStriker();
  return createService((exchange, service) => {
    const { method, url, headers, reply } = exchange;
    if (headers.authorization !== `Bearer ${token}`) return reply(401, { error: { reason: 'NO' } });
    const [, root, id] = url.pathname.split('/');
    if (root !== 'pins') return reply(404, notFound);
    if (id) return answerAboutPin(exchange, service, id);
    if (method === 'POST') return addPin(exchange, service, strike);
    const results = service.pins.filter((pin) => pin.cid === url.searchParams.get('cid'));
    reply(200, { count: results.length, results: results.map((pin) => showPin(pin)) });
  });
}

const answerAboutPin = ({ method, reply }: Exchange, service: PinService, id: string) => {
  const found = service.pins.find((pin) => pin.id === id);
  if (!found) return reply(404, notFound);
  if (method === 'DELETE') {
    service.pins = service.pins.filter((pin) => pin !== found);
    return reply(202);
  }
  const now = showPin(found);
  // One step per question.
  found.status = { queued: 'pinning', pinning: 'pinned' }[found.status] ?? found.status;
  reply(200, now);
};

const addPin = (exchange: Exchange, service: PinService, strike: Strike) => {
  const { body, response, reply } = exchange;
  const { cid, origins } = JSON.parse(body.toString());
  const failure = strike(cid, service) ?? '';
  if (httpFailures[failure]) return httpFailures[failure](exchange);
  if (failure === 'no id') return reply(202, { status: 'pinned', pin: { cid } });
  const status = { slow: 'queued', failing: 'failed' }[failure] ?? 'pinned';
  const pin = { cid, id: randomUUID(), status, origins };
  // A service that pins something else doesn't have this picture.
  if (failure === 'other CID') return reply(202, showPin(pin, anotherCid));
  service.pins.push(pin);
  if (failure === 'lost answer') return void response.destroy();
  reply(202, showPin(pin));
};

type Kubo = PinService & { blocks: Map<string, Buffer> };

/** Failures of `pin/add`. The block is stored before. */
const addFailures = ['add broken', 'lost answer', 'another pin'];

/** Kubo's RPC, as far as it is used. */
export async function createKubo(): Promise<Kubo> {
  const strike = createStriker();
  const later = new Map<string, string>();
  const service = await createService((exchange, kubo) => {
    const { method, url, reply } = exchange;
    const command = url.pathname.replace('/api/v0/', '');
    if (method !== 'POST') return reply(405);
    if (command === 'version') return reply(200, { Version: '0.40.0' });
    const cid = url.searchParams.get('arg') ?? '';
    const answer = { 'pin/ls': listPin, 'pin/rm': removePin }[command];
    if (answer) return answer(exchange, kubo, cid);
    if (command === 'block/put') return putBlock(exchange, kubo as Kubo, strike, later);
    const failure = later.get(cid) ?? '';
    later.delete(cid);
    addPinToKubo(exchange, kubo as Kubo, cid, failure);
  });
  return Object.assign(service, { blocks: new Map<string, Buffer>() });
}

const refuse = ({ reply }: Exchange, Message: string) =>
  reply(500, { Message, Code: 0, Type: 'error' });
const isPinned = ({ pins }: PinService, cid: string): boolean =>
  pins.some((pin) => pin.cid === cid);

const listPin = (exchange: Exchange, kubo: PinService, cid: string) => {
  if (!isPinned(kubo, cid)) return refuse(exchange, `path '${cid}' is not pinned`);
  exchange.reply(200, { Keys: { [cid]: { Type: 'recursive' } } });
};

const removePin = (exchange: Exchange, kubo: PinService, cid: string) => {
  if (!isPinned(kubo, cid)) return refuse(exchange, 'not pinned or pinned indirectly');
  kubo.pins = kubo.pins.filter((pin) => pin.cid !== cid);
  exchange.reply(200, { Pins: [cid] });
};

const putBlock = (exchange: Exchange, kubo: Kubo, strike: Strike, later: Map<string, string>) => {
  const { body, reply } = exchange;
  const bytes = body.subarray(body.indexOf('\r\n\r\n') + 4, body.lastIndexOf('\r\n--'));
  const key = computeCid(bytes);
  const failure = strike(key, kubo) ?? '';
  if (httpFailures[failure]) return httpFailures[failure](exchange);
  if (failure === 'other CID') return reply(200, { Key: anotherCid, Size: bytes.length });
  kubo.blocks.set(key, bytes);
  if (addFailures.includes(failure)) later.set(key, failure);
  reply(200, { Key: key, Size: bytes.length });
};

const addPinToKubo = (exchange: Exchange, kubo: Kubo, cid: string, failure: string) => {
  if (!kubo.blocks.has(cid)) return refuse(exchange, 'block not found');
  if (failure === 'add broken') return refuse(exchange, 'context deadline exceeded');
  kubo.pins.push({ cid, id: cid, status: 'pinned' });
  if (failure === 'lost answer') return void exchange.response.destroy();
  exchange.reply(200, { Pins: [failure === 'another pin' ? anotherCid : cid] });
};
