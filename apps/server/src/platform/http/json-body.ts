import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { scan } from 'secure-json-parse';
import { findJsonExcess } from '../../kernel/json-limits.ts';
import { invalid, Problem } from '../../kernel/problem.ts';

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
