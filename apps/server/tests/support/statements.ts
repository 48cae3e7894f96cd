import { mock } from 'node:test';
import pg from 'pg';

/** Every process regularly writes a heartbeat. */
const heartbeat = /insert into processes/;

/**
 * Returns the statements that this process sends to PostgreSQL while `work` runs, including `begin`
 * and `commit`.
 */
export async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const send = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  const watched = mock.method(
    pg.Client.prototype,
    'query',
    function (this: pg.Client, ...given: unknown[]) {
      const [query] = given as [string | { text?: string }];
      texts.push((typeof query === 'string' ? query : (query.text ?? '')).trim());
      return send.apply(this, given);
    },
  );
  try {
    await work();
  } finally {
    watched.mock.restore();
  }
  return texts.filter((text) => !heartbeat.test(text));
}
