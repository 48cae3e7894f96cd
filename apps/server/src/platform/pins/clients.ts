import { z } from 'zod';
import { parseCid } from '../images/index.ts';
import { createOutbound, describeOutboundError, type OutboundResponse } from '../outbound/index.ts';
import { buildOrigin, type PinPlace } from './places.ts';

/** `absent` and `failed`: the service doesn't have the picture and isn't fetching it. */
export type RemotePin = {
  state: 'absent' | 'queued' | 'pinned' | 'failed';
  requestId?: string | undefined;
};

/** Talks to one place. Every method throws a `PinError` whose message contains no token. */
export type PinClient = {
  /** Requests that end together, at the latest when the signal aborts. */
  begin: (signal: AbortSignal) => PinVerbs;
  /** Throws unless the place answers and accepts the token. */
  check: () => Promise<void>;
  close: () => Promise<void>;
};

export type PinVerbs = {
  /** Looks up the pin, by the service's id if known. */
  find: (cid: string, requestId: string | undefined) => Promise<RemotePin>;
  /** Pins a picture that the place doesn't have. */
  add: (cid: string, readBytes: () => Promise<Buffer>) => Promise<RemotePin>;
  /** Removing a missing pin succeeds. */
  remove: (cid: string, requestId: string | undefined) => Promise<void>;
};

/** `isAway` means that the place doesn't respond, so other requests would fail too. */
export class PinError extends Error {
  readonly isAway: boolean;

  constructor(message: string, isAway = false) {
    super(message);
    this.isAway = isAway;
  }
}

const deadlineMs = 20_000;
const keepBytes = 256 * 1024;
const MAX_REASON = 200;
/** The operator configures these addresses, so private ones are allowed. Redirects are refused. */
const anywhere = ['0.0.0.0/0', '::/0'];
const MAX_CONNECTIONS = 8;

type Answer = {
  status: number;
  json: unknown;
  /** The service's words for an error, without the token. */
  reason: string;
};
type Send = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  content?: { type: string; body: Buffer | string },
) => Promise<Answer>;

export function createPinClient(
  place: PinPlace,
  baseUrl: string,
  stopping?: AbortSignal,
): PinClient {
  const outbound = createOutbound(anywhere, { maxPerHost: MAX_CONNECTIONS });
  const { protocol, port } = new URL(place.url);
  const ports = [Number(port || (protocol === 'https:' ? 443 : 80))];
  const redact = (text: string): string =>
    (place.token ? text.replaceAll(place.token, '…') : text).slice(0, MAX_REASON);
  const createSend =
    (signal: AbortSignal | undefined): Send =>
    async (method, path, content) => {
      const headers = {
        ...{ accept: 'application/json', 'user-agent': 'Insignia' },
        ...(place.token && { authorization: `Bearer ${place.token}` }),
        ...(content && { 'content-type': content.type }),
      };
      const target = outbound.target(place.url + path, { protocols: [protocol], ports });
      const answer = await outbound
        .send(target, {
          ...{ method, headers, deadlineMs, keepBytes },
          ...(content && { body: content.body }),
          ...(signal && { signal }),
        })
        .catch((error: Error) => {
          throw new PinError(describeOutboundError(error), true);
        });
      return readAnswer(answer, redact);
    };
  const begin = (signal: AbortSignal | undefined) => {
    const send = createSend(signal);
    return place.kind === 'psa' ? psaClient(send, baseUrl) : kuboClient(send);
  };
  return {
    begin: (signal) => begin(stopping ? AbortSignal.any([stopping, signal]) : signal),
    check: () => begin(stopping).check(),
    close: outbound.close,
  };
}

function readAnswer(
  { status, body, isCut }: OutboundResponse,
  redact: (text: string) => string,
): Answer {
  if (isCut) throw new PinError(`the response is larger than ${keepBytes / 1024} KiB`);
  const json = parseJson(body);
  const isGood = status >= 200 && status < 300;
  if (isGood && body.length > 0 && json === undefined)
    throw new PinError('the response is not JSON');
  const answer = { status, json, reason: redact(readReason(json)) };
  if (isGood || status === 404 || status === 500) return answer;
  throw createFailure(answer, [401, 403, 429, 502, 503, 504].includes(status));
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Errors of the Pinning Service API and of Kubo, on one line. */
function readReason(json: unknown): string {
  const { error, Message } = (json ?? {}) as {
    error?: { reason?: unknown; details?: unknown };
    Message?: unknown;
  };
  return [error?.reason, error?.details, Message]
    .filter((text) => typeof text === 'string')
    .join(' ')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ');
}

function createFailure({ status, reason }: Answer, isAway = false): PinError {
  return new PinError(`answered ${status}${reason ? `: ${reason}` : ''}`, isAway);
}

type Verbs = PinVerbs & Pick<PinClient, 'check'>;

/** IPFS Pinning Service API 1.0. */
function psaClient(send: Send, baseUrl: string): Verbs {
  const read = <T>(reader: (answer: unknown, cid: string) => T, json: unknown, cid: string): T => {
    try {
      return reader(json, cid);
    } catch (error) {
      throw new PinError((error as Error).message);
    }
  };
  const find: Verbs['find'] = async (cid, requestId) => {
    if (requestId !== undefined) {
      const answer = await send('GET', `/pins/${encodeURIComponent(requestId)}`);
      if (answer.status === 200) return read(readPinStatus, answer.json, cid);
      if (answer.status !== 404) throw createFailure(answer);
    }
    // A request whose answer was lost may have been accepted.
    const query = `cid=${cid}&status=queued,pinning,pinned,failed&limit=10`;
    const answer = await send('GET', `/pins?${query}`);
    if (answer.status !== 200) throw createFailure(answer);
    return read(readPinResults, answer.json, cid);
  };
  const remove: Verbs['remove'] = async (cid, known) => {
    const requestId = known ?? (await find(cid, undefined)).requestId;
    if (requestId === undefined) return;
    const answer = await send('DELETE', `/pins/${encodeURIComponent(requestId)}`);
    if (answer.status === 500) throw createFailure(answer);
  };
  return {
    ...{ find, remove },
    async add(cid) {
      const pin = { cid, name: new URL(baseUrl).host, origins: [buildOrigin(baseUrl)] };
      const answer = await send('POST', '/pins', {
        type: 'application/json',
        body: JSON.stringify(pin),
      });
      if (answer.status >= 400) throw createFailure(answer);
      return read(readPinStatus, answer.json, cid);
    },
    async check() {
      const answer = await send('GET', '/pins?limit=1');
      if (answer.status !== 200) throw createFailure(answer);
    },
  };
}

/** Kubo's RPC. Kubo pins at once, from the bytes we send. */
function kuboClient(send: Send): Verbs {
  const call = async (
    path: string,
    content?: { type: string; body: Buffer },
  ): Promise<{ json: unknown; isUnpinned: boolean }> => {
    const answer = await send('POST', `/api/v0/${path}`, content);
    const isUnpinned = answer.status === 500 && /\bnot pinned\b/.test(answer.reason);
    if (answer.status >= 300 && !isUnpinned) throw createFailure(answer);
    return { json: answer.json, isUnpinned };
  };
  return {
    async find(cid) {
      const { json, isUnpinned } = await call(`pin/ls?arg=${cid}&type=recursive`);
      return { state: !isUnpinned && isNamedByKubo('ls', json, cid) ? 'pinned' : 'absent' };
    },
    async add(cid, readBytes) {
      const content = wrapForm(await readBytes());
      const put = await call(
        'block/put?cid-codec=raw&mhtype=sha2-256&pin=false&allow-big-block=true',
        content,
      );
      if (!isNamedByKubo('put', put.json, cid))
        throw new PinError('stored the picture under another CID');
      const { json } = await call(`pin/add?arg=${cid}`);
      if (!isNamedByKubo('add', json, cid)) throw new PinError('pinned another CID');
      return { state: 'pinned' };
    },
    async remove(cid) {
      await call(`pin/rm?arg=${cid}`);
    },
    async check() {
      await call('version');
    },
  };
}

/** A form with one file (RFC 7578). No picture contains a random boundary. */
function wrapForm(bytes: Buffer): { type: string; body: Buffer } {
  const boundary = `insignia-${crypto.randomUUID()}`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="data"; filename="data"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

const MAX_REQUEST_ID = 500;
const pinStatus = z.object({
  requestid: z.string().min(1).max(MAX_REQUEST_ID),
  status: z.enum(['queued', 'pinning', 'pinned', 'failed']),
  pin: z.object({ cid: z.string() }),
});
const pinResults = z.object({ results: z.array(z.unknown()).max(1_000) });

/** Reads a PinStatus about this picture. Throws if it says something else. */
function readPinStatus(answer: unknown, cid: string): RemotePin & { requestId: string } {
  const found = pinStatus.safeParse(answer);
  if (!found.success) throw new Error('the response is not a pin status');
  const { requestid: requestId, status, pin } = found.data;
  if (parseCid(pin.cid) !== cid) throw new Error('the response is about another CID');
  return { state: status === 'pinning' ? 'queued' : status, requestId };
}

const order = ['pinned', 'queued', 'failed'];

/** The most advanced pin of this picture in a PinResults. Those of other pictures don't count. */
function readPinResults(answer: unknown, cid: string): RemotePin {
  const found = pinResults.safeParse(answer);
  if (!found.success) throw new Error('the response is not a list of pins');
  const ours = found.data.results.flatMap((each) => {
    try {
      return [readPinStatus(each, cid)];
    } catch {
      return [];
    }
  });
  ours.sort((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
  return ours[0] ?? { state: 'absent' };
}

const kuboKey = z.object({ Key: z.string() });
const kuboPins = z.object({ Pins: z.array(z.string()) });
const kuboList = z.object({ Keys: z.record(z.string(), z.unknown()) });

/** Whether an answer of Kubo's RPC names the picture. */
function isNamedByKubo(command: 'put' | 'add' | 'ls', answer: unknown, cid: string): boolean {
  const names =
    command === 'put'
      ? [kuboKey.safeParse(answer).data?.Key]
      : command === 'add'
        ? kuboPins.safeParse(answer).data?.Pins
        : Object.keys(kuboList.safeParse(answer).data?.Keys ?? {});
  return names?.some((name) => name !== undefined && parseCid(name) === cid) ?? false;
}
