import { isUtf8 } from 'node:buffer';
import { type ErrorDetail, filterNewErrors, type Operation } from '@insignia/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { scan } from 'secure-json-parse';
import { z } from 'zod';
import { readId } from '../../kernel/id.ts';
import { findJsonExcess } from '../../kernel/json-limits.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { MainThreadTurns } from '../limits/main-thread.ts';
import { clientAddress } from './limits.ts';
import { toProblem } from './send-problem.ts';

/** Smaller bodies take less time than a turn. */
const MAX_STRANGERS_BYTES = 8 * 1_024;

/** Parses JSON bodies. Larger ones of strangers wait for one of the `turns`. */
export function acceptJson(
  app: FastifyInstance,
  types: string[] = ['application/json'],
  { turns, maxValues }: { turns?: MainThreadTurns | undefined; maxValues?: number } = {},
): void {
  app.removeAllContentTypeParsers();
  const parse = async (request: FastifyRequest, body: Buffer): Promise<unknown> => {
    const { needsCaller } = request.routeOptions.config;
    const isAtOnce = needsCaller || body.length <= MAX_STRANGERS_BYTES;
    const turn = isAtOnce ? undefined : await turns?.take(clientAddress(request));
    try {
      return parseJson(body, maxValues);
    } finally {
      turn?.end();
    }
  };
  app.addContentTypeParser(types, { parseAs: 'buffer' }, parse);
}

/**
 * Parses UTF-8 JSON. An empty body counts as none, because clients send the header with DELETE and
 * empty POST.
 */
function parseJson(body: Buffer, maxValues?: number): unknown {
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw new Problem('invalid_json');
  const excess = findJsonExcess(body, maxValues);
  if (excess) throw invalid('body', excess);
  try {
    const value: unknown = JSON.parse(body.toString('utf8').replace(/^\uFEFF/, ''));
    if (typeof value !== 'object' || value === null) return value;
    // A search of the bytes, because a scan of all values takes longer than parsing them. Names may
    // be escaped.
    const mayPollute =
      body.includes('__proto__') || body.includes('constructor') || body.includes('\\u00');
    // Refuses what the framework's parser would refuse.
    return mayPollute ? scan(value) : value;
  } catch {
    throw new Problem('invalid_json');
  }
}

export const ignoredFieldsHeader = 'insignia-ignored-fields';

/** The members or items that a schema reads. `anything` if it accepts any value, or none with members. */
export type KnownFields = 'anything' | KnownObject;
type KnownObject = { members: ReadonlyMap<string, KnownFields>; items?: KnownFields };

const MAX_NAMES = 20;
const MAX_NAME_LENGTH = 60;
const MAX_HEADER_LENGTH = 1_000;

/** Prepares a schema once. Looks through wrappers such as `optional`. */
export function readKnownFields(schema: z.ZodType | undefined): KnownFields {
  const { def } = (schema ?? {}) as { def?: Def };
  if (!def) return 'anything';
  if (def.innerType) return readKnownFields(def.innerType);
  if (def.type === 'pipe') return readKnownFields(def.in);
  if (def.type === 'array') {
    const items = readKnownFields(def.element);
    return items === 'anything' ? items : { members: new Map(), items };
  }
  if (def.type !== 'object' || def.catchall || !def.shape) return 'anything';
  const members = Object.entries(def.shape).map(
    ([name, member]) => [name, readKnownFields(member)] as const,
  );
  return { members: new Map(members) };
}

type Def = {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  catchall?: z.ZodType;
};

type FieldNode = { known: KnownObject; value: Readonly<Record<string, unknown>>; prefix: string };

/**
 * Paths of unknown members, such as `recipient.nmae`, outer ones first. Slightly more than are
 * reported.
 */
export function findUnknownFields(known: KnownFields, value: unknown, prefix = ''): string[] {
  const paths: string[] = [];
  const nodes: FieldNode[] = [];
  addNode(nodes, known, value, prefix);
  for (const node of nodes)
    for (const name of Object.keys(node.value)) {
      if (paths.length > MAX_NAMES) return paths;
      const inner = node.known.members.get(name) ?? node.known.items;
      if (inner === undefined) paths.push(node.prefix + encodeName(name));
      else addNode(nodes, inner, node.value[name], `${node.prefix}${name}.`);
    }
  return paths;
}

/** Adds a value that can have unknown members: an object or array, as in the schema. */
function addNode(nodes: FieldNode[], known: KnownFields, value: unknown, prefix: string): void {
  if (known === 'anything' || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value) === (known.items !== undefined))
    nodes.push({ known, value: value as FieldNode['value'], prefix });
}

/** Shortens a name, in visible ASCII without separators. Those in schemas already are. */
function encodeName(name: string): string {
  const short = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
  return encodeURIComponent(short.toWellFormed());
}

/** Lists ignored members in a header, whatever the response. `...` stands for the rest. */
export function reportIgnoredFields(reply: FastifyReply, paths: string[]): void {
  if (paths.length === 0) return;
  const before = reply.getHeader(ignoredFieldsHeader);
  const named = [...(typeof before === 'string' ? before.split(', ') : []), ...paths];
  let value = '';
  for (const [n, path] of [...new Set(named)].entries()) {
    const longer = value === '' ? path : `${value}, ${path}`;
    if (n >= MAX_NAMES || longer.length > MAX_HEADER_LENGTH || path === '...') {
      value = value === '' ? '...' : `${value}, ...`;
      break;
    }
    value = longer;
  }
  reply.header(ignoredFieldsHeader, value);
}

/** Reports ignored members, also in errors. A bare body may be inside `parameters`. */
export function createIgnoredFieldsHook(operation: Operation, body: z.ZodType | undefined) {
  const query = readKnownFields(operation.query ?? z.object({}));
  const fields = readKnownFields(body);
  const wrapper = readKnownFields(z.object({ parameters: z.unknown() }));
  const mayBeWrapped = !operation.bare || operation.mayWrap;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const ignored = findUnknownFields(query, request.query);
    const { parameters } = (request.body ?? {}) as { parameters?: unknown };
    if (mayBeWrapped && typeof parameters === 'object' && parameters !== null) {
      if (fields !== 'anything') ignored.push(...findUnknownFields(wrapper, request.body));
      if (operation.mayWrap) request.body = parameters;
      ignored.push(...findUnknownFields(fields, parameters));
    } else ignored.push(...findUnknownFields(fields, request.body));
    if (ignored.length > 0) reportIgnoredFields(reply, ignored);
  };
}

/** Parses a value by a schema. Throws with all invalid fields. */
export function parseInput<S extends z.ZodType>(schema: S, sent: unknown): z.output<S> {
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }));
  throw new Problem('invalid_request', { details });
}

/** Members of a body of any shape. */
type BodyFields = Readonly<Record<string, unknown>>;

export type FindBodyErrors = (fields: BodyFields) => ErrorDetail[];

type BodyReader = {
  operation: Operation;
  body: z.ZodType;
  findErrors?: FindBodyErrors | undefined;
};

/**
 * Combines a thrown error with all other errors in the body, because schema and handlers find
 * different ones.
 */
export function addBodyErrors(error: unknown, request: FastifyRequest, reads: BodyReader): Problem {
  const problem = toProblem(error, request);
  const { code, details, text } = problem;
  if (code !== 'invalid_request' || !details || request.body === undefined) return problem;
  const fields = getBodyFields(request, reads.operation);
  // Without a body, only its absence is an error.
  if (!fields) return problem;
  const found = [
    ...findPathMismatches(request, fields, reads.body),
    ...(reads.findErrors?.(fields) ?? []),
  ];
  const unseen = filterNewErrors(details, found);
  if (unseen.length === 0) return problem;
  return new Problem(code, { details: [...details, ...unseen], ...(text && { text }) });
}

function getBodyFields({ body }: FastifyRequest, { bare }: Operation): BodyFields | undefined {
  const fields = bare ? body : (body as { parameters?: unknown } | null | undefined)?.parameters;
  return typeof fields === 'object' && fields !== null ? (fields as BodyFields) : undefined;
}

/** The body may repeat ids of the path but not contradict them. */
function findPathMismatches(
  { params }: FastifyRequest,
  fields: BodyFields,
  body: z.ZodType,
): ErrorDetail[] {
  const { shape = {} } = body as { shape?: object };
  return Object.entries(params as Record<string, string>).flatMap(([path, inPath]) => {
    const value = Object.hasOwn(shape, path) ? fields[path] : undefined;
    const differs = typeof value === 'string' && readId(value) !== readId(inPath);
    return differs ? [{ path, message: "doesn't match the path" }] : [];
  });
}
