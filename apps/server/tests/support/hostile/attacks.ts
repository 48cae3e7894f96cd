import { getBodyLimit } from '@insignia/contract';
import type { OperationInput, SchemaLeaf } from '../openapi.ts';
import { withValue } from '../openapi.ts';
import { fillPath, sampleBodies } from '../samples.ts';
import { createHostileForms } from './forms.ts';
import {
  createHostileDocuments,
  createHostileTexts,
  type Extent,
  type PayloadMaker,
} from './shapes.ts';

/** A request meant to stall the process. */
export type Attack = {
  name: string;
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** Creates the body when it is sent: it may have megabytes, and not every attack is sent. */
  createBody?: () => string | Buffer;
};

type KnownIds = Record<string, string>;

// URL and headers together are limited to 16 KiB.
export const headBytes = 14_000;
// Per id; longer ones reach no route.
export const MAX_PATH_LENGTH = 2_400;
const hole = '"the hole"';

/**
 * All shapes at maximum size for every field and parameter of an operation, and for its body as a
 * whole.
 */
export async function* generateAttacks(
  operations: OperationInput[],
  ids: KnownIds,
  extent: Extent,
): AsyncGenerator<Attack> {
  for (const taking of operations) {
    yield* onAddress(taking, ids, extent);
    if (taking.fields) yield* onBody(taking, ids, extent);
    if (taking.operation.method === 'POST') yield* onForms(taking, ids, extent);
  }
  yield* onHeaders(
    operations.map(({ id, operation: { method, path } }) => ({
      ...{ name: id, method, path: fillPath(path, ids) },
    })),
    extent,
  );
}

function* onAddress(
  { id, operation, parameters }: OperationInput,
  ids: KnownIds,
  extent: Extent,
): Generator<Attack> {
  const { method } = operation;
  const bare = fillPath(operation.path, ids);
  for (const { in: where, name } of parameters) {
    const good = ids[name] ?? 'https://a.example/1';
    if (where === 'header') continue;
    for (const [shape, make] of [
      ...createHostileTexts(good, extent),
      ...createHostileDocuments(extent),
    ]) {
      const value = encodeForUrl(make(headBytes), where === 'path' ? MAX_PATH_LENGTH : headBytes);
      const inPath = () => fillPath(operation.path, { ...ids, [name]: value });
      const path = where === 'path' ? inPath() : `${bare}?${name}=${value}`;
      yield { name: `${id} ${where} ${name}: ${shape}`, method, path };
    }
  }
}

/** Limits the encoded length in a URL. */
export function encodeForUrl(text: string, limit: number): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, limit).replace(/%.?$/, '');
}

async function* onBody(
  { id, operation, fields = [] }: OperationInput,
  ids: KnownIds,
  extent: Extent,
): AsyncGenerator<Attack> {
  const { method } = operation;
  const path = fillPath(operation.path, ids);
  const sample = (await sampleBodies[id]?.(ids)) ?? {};
  const headers = { 'content-type': 'application/json' };
  const limit = getBodyLimit(operation);
  const wrap = (inner: object) => JSON.stringify(operation.bare ? inner : { parameters: inner });
  const into = (frame: string, json: PayloadMaker, size = limit): string => {
    const room = size - Buffer.byteLength(frame) + hole.length;
    return frame.replace(hole, () => json(room));
  };
  // With the sample it would be a valid request, which may cost a password hash.
  const rest = extent === 'all' ? sample : {};
  const frames: [string, string, SchemaLeaf | undefined][] = [
    ...fields.map((leaf): [string, string, SchemaLeaf] => [
      leaf.path.join('.'),
      wrap(withValue(sample, leaf.path, 'the hole')),
      leaf,
    ]),
    ['a member that is not known', wrap({ ...rest, notKnown: 'the hole' }), undefined],
    ['the body', hole, undefined],
  ];
  for (const [field, frame, leaf] of frames) {
    const name = (shape: string) => `${id} ${field}: ${shape}`;
    for (const [shape, json] of createHostileDocuments(extent))
      yield { name: name(shape), method, path, headers, createBody: () => into(frame, json) };
    for (const [shape, text] of createHostileTexts(createValidBody(sample, leaf), extent))
      for (const size of listSizes(leaf, limit, extent)) {
        const json: PayloadMaker = (room) => JSON.stringify(text(Math.min(size, room - 2)));
        const createBody = () => into(frame, json);
        yield { name: name(`${shape}, ${size}`), method, path, headers, createBody };
      }
  }
}

/** Maximum size of the body, and of the field, which passes the length check. */
function listSizes(leaf: SchemaLeaf | undefined, limit: number, extent: Extent): Iterable<number> {
  return new Set(extent === 'short' ? [limit] : [limit, leaf?.schema.maxLength ?? limit]);
}

function createValidBody(sample: object, leaf: SchemaLeaf | undefined): string {
  let value: unknown = sample;
  for (const name of leaf?.path ?? [])
    value = typeof value === 'object' && value ? (value as Record<string, unknown>)[name] : '';
  return typeof value === 'string' && value.length < 200 ? value : 'a';
}

/** Form submissions to every public POST: refusals must be cheap too. */
function* onForms(
  { id, operation }: OperationInput,
  ids: KnownIds,
  extent: Extent,
): Generator<Attack> {
  const path = fillPath(operation.path, ids);
  const limit = getBodyLimit(operation);
  for (const [shape, make] of createHostileTexts('a=b', extent)) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const createBody = () => make(limit);
    yield { name: `${id} form: ${shape}`, method: 'POST', path, headers, createBody };
  }
  const takesFiles = operation.accepts?.includes('multipart/form-data') ?? false;
  for (const [shape, { type, createBody }] of takesFiles ? createHostileForms(extent) : []) {
    const headers = { 'content-type': type };
    yield { name: `${id} ${shape}`, method: 'POST', path, headers, createBody };
  }
}

const read = [
  ...['accept', 'accept-encoding', 'accept-language', 'authorization', 'content-type', 'cookie'],
  ...['forwarded', 'idempotency-key', 'if-modified-since', 'if-none-match', 'origin', 'range'],
  ...['referer', 'user-agent', 'x-account-id', 'x-api-key', 'x-forwarded-for', 'x-forwarded-host'],
];
const goodHeaders: Record<string, string> = {
  accept: 'text/html;q=0.9, application/ld+json',
  authorization: 'Bearer e30.e30.e30',
  cookie: 'insignia.session_token=x',
  'content-type': 'application/json; charset=utf-8',
  'if-none-match': 'W/"x", "y"',
  'x-forwarded-for': '203.0.113.1, 2001:db8::1',
};

/** Every header that is read, spread over the requests. */
export function* onHeaders(
  requests: Pick<Attack, 'name' | 'method' | 'path'>[],
  extent: Extent,
): Generator<Attack> {
  let turn = 0;
  for (const header of read)
    for (const [shape, make] of createHostileTexts(goodHeaders[header] ?? 'x', extent)) {
      const { name, ...request } = requests[turn++ % requests.length] as Attack;
      const value = make(headBytes)
        .replaceAll(/[^\x20-\x7e]/g, ' ')
        .trim();
      yield { name: `${name} ${header}: ${shape}`, ...request, headers: { [header]: value } };
    }
}
