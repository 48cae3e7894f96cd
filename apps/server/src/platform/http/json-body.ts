import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { scan } from 'secure-json-parse';
import { excessOf } from '../../kernel/json-bounds.ts';
import { invalid, Problem } from '../../kernel/problem.ts';

/** JSON in UTF-8. An empty body counts as none, since clients send the header with DELETE and bodiless POST too. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (_request, body: Buffer, done) => {
      if (body.length === 0) return done(null, undefined);
      if (!isUtf8(body)) return done(new Problem('invalid_json'));
      const excess = excessOf(body);
      if (excess) return done(invalid('body', excess));
      try {
        const value: unknown = JSON.parse(body.toString('utf8').replace(/^\uFEFF/, ''));
        // Values rather than text, as the framework's own parser would: they are few by now, and the text may be long.
        return done(null, isObject(value) ? scan(value) : value);
      } catch {
        return done(new Problem('invalid_json'));
      }
    },
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Whatever is sent, unread: for callers whose word does not matter, only that they called. */
export function acceptAnything(app: FastifyInstance): void {
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: 16 * 1024 },
    (_request, _body, done) => done(null, undefined),
  );
}

const largestForm = 16 * 1024;

/** Forms of our own pages. Repeated names keep the last value. An operation's own limit is for what it takes besides. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body: string, done) => {
      if (body.length > largestForm) return done(new Problem('body_too_large'));
      return done(null, Object.fromEntries(new URLSearchParams(body)));
    },
  );
}
