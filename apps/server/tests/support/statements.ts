import { mock } from 'node:test';
import pg from 'pg';

/** Every process regularly writes a heartbeat. */
const heartbeat = /insert into processes/;

export type RecordedStatement = { text: string; values: unknown[] };

/**
 * Returns the statements that this process sends to PostgreSQL while `work` runs, including `begin`
 * and `commit`.
 */
export async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  return (await recordWithValues(work)).map(({ text }) => text);
}

export async function recordWithValues(work: () => Promise<unknown>): Promise<RecordedStatement[]> {
  const statements: RecordedStatement[] = [];
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const watched = mock.method(
    pg.Client.prototype,
    'query',
    function (this: pg.Client, ...args: unknown[]) {
      const [query, list] = args as [string | Partial<RecordedStatement>, unknown];
      const { text = '', values } = typeof query === 'string' ? { text: query } : query;
      const parameters = values ?? (Array.isArray(list) ? list : []);
      statements.push({ text: text.trim(), values: parameters });
      return send.apply(this, args);
    },
  );
  try {
    await work();
  } finally {
    watched.mock.restore();
  }
  return statements.filter(({ text }) => !heartbeat.test(text));
}
