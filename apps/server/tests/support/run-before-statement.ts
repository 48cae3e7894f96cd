import { mock } from 'node:test';
import pg from 'pg';

type Statement = { text: string; values: unknown[] };

/** Runs `work` before this process sends the first statement that matches, while `during` runs. */
export async function runBeforeStatement(
  isMatch: (statement: Statement) => boolean,
  work: () => Promise<unknown>,
  during: () => Promise<unknown>,
): Promise<{ isDone: boolean }> {
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  let isDone = false;
  const watched = mock.method(
    pg.Client.prototype,
    'query',
    function (this: pg.Client, ...args: unknown[]) {
      const [query, values] = args;
      const statement = (typeof query === 'string' ? { text: query, values } : query) as Statement;
      if (isDone || !isMatch(statement)) return send.apply(this, args);
      isDone = true;
      return work().then(() => send.apply(this, args));
    },
  );
  try {
    await during();
  } finally {
    watched.mock.restore();
  }
  return { isDone };
}
