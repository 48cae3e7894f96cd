import { isUtf8 } from 'node:buffer';
import { type ErrorDetail, filterNewErrors, type Operation } from '@insignia/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { scan } from 'secure-json-parse';
import type { z } from 'zod';
import { readId } from '../../kernel/id.ts';
import { findJsonExcess } from '../../kernel/json-limits.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import { toProblem } from './send-problem.ts';

/**
 * Parses UTF-8 JSON. An empty body counts as none, because clients send the header with DELETE and
 * empty POST.
 */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (_request, body: Buffer, done) => {
      if (body.length === 0) return done(null, undefined);
      if (!isUtf8(body)) return done(new Problem('invalid_json'));
      const excess = findJsonExcess(body);
      if (excess) return done(invalid('body', excess));
      try {
        const value: unknown = JSON.parse(body.toString('utf8').replace(/^\uFEFF/, ''));
        // Scans values as the framework's parser would: they are few by now, while the text may be
        // long.
        return done(null, isObject(value) ? scan(value) : value);
      } catch {
        return done(new Problem('invalid_json'));
      }
    },
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Accepts any body without reading it. */
export function acceptAnything(app: FastifyInstance): void {
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: 16 * 1024 },
    (_request, _body, done) => done(null, undefined),
  );
}

const MAX_FORM_BYTES = 16 * 1024;

/**
 * Forms of our pages. The last value of a repeated name wins. An operation's limit is for its other
 * content.
 */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body: string, done) => {
      if (body.length > MAX_FORM_BYTES) return done(new Problem('body_too_large'));
      return done(null, Object.fromEntries(new URLSearchParams(body)));
    },
  );
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

/**
 * Runs `read` on a form. A malformed form is the client's error, which the library doesn't
 * distinguish.
 */
export async function readMultipart<T>(
  request: FastifyRequest,
  read: () => Promise<T>,
): Promise<T> {
  return read().catch((error: unknown) => {
    // Stops parsing the rest of the form.
    request.raw.unpipe().resume();
    throw isCounted(error) ? error : invalid('body', "isn't a readable form");
  });
}

/** One of the framework's limits, which have their own messages. */
function isCounted(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('FST_');
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
