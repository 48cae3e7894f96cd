import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalid, Problem } from '../../kernel/problem.ts';

/** Accepts any body without reading it. */
export function acceptAnything(app: FastifyInstance): void {
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: 16 * 1024 },
    (_request, _body, done) => done(null, undefined),
  );
}

const MAX_FORM_BYTES = 16 * 1024;
/** A form of 96 KiB that selects things by their IDs has fewer. Reading 50,000 takes 0.2 s. */
const MAX_FIELDS = 3_000;

/** Undefined if there are too many. */
export function readFormFields(body: string): URLSearchParams | undefined {
  const hasMore = body.split('&', MAX_FIELDS + 1).length > MAX_FIELDS;
  return hasMore ? undefined : new URLSearchParams(body);
}

/**
 * Forms of our pages. The last value of a repeated name wins. An operation's limit is for its other
 * content.
 */
export const acceptForms = (app: FastifyInstance): void => acceptFields(app, () => undefined);

/** Requests of OAuth. A repeated parameter is refused (RFC 6749 §3.2): programs differ in which value they read. */
export const acceptParameters = (app: FastifyInstance): void =>
  acceptFields(app, (fields) => {
    if (new Set(fields.keys()).size === fields.size) return undefined;
    return new Problem('invalid_request', { text: 'a parameter is repeated: send each once' });
  });

function acceptFields(
  app: FastifyInstance,
  refuse: (fields: URLSearchParams) => Problem | undefined,
): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body: string, done) => {
      const fields = body.length > MAX_FORM_BYTES ? undefined : readFormFields(body);
      if (!fields) return done(new Problem('body_too_large'));
      const problem = refuse(fields);
      return problem ? done(problem) : done(null, Object.fromEntries(fields));
    },
  );
}

/** Largest form that selects many things. */
export const MAX_SELECTION_BYTES = 96 * 1024;

/** Forms that select many things: the values of a repeated name are joined with spaces. */
export function acceptSelections(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body: string, done) => {
      const read = readFormFields(body);
      if (!read) return done(new Problem('body_too_large'));
      const fields = Map.groupBy(read, ([name]) => name);
      const join = (pairs: string[][]): string => pairs.map(([, value]) => value).join(' ');
      return done(
        null,
        Object.fromEntries([...fields].map(([name, pairs]) => [name, join(pairs)])),
      );
    },
  );
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
