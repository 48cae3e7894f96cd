import { randomUUID } from 'node:crypto';
import { announceWith } from '../../src/platform/changes.ts';
import { connect } from '../../src/platform/db/index.ts';
import type { Program } from '../../src/program.ts';

type Hearing = { heard: () => Promise<void>; stop: () => Promise<void> };

/**
 * Notices when each of the programs has heard of all changes that were announced before: announcements come in the order of
 * their commits, so whoever has heard a mark made now has heard them. On a connection that nothing else waits for.
 */
export function createHearing(programs: Program[], databaseUrl: string): Hearing {
  const url = new URL(databaseUrl);
  url.searchParams.set('pool', '1');
  const connection = connect(url.href, () => {});
  // A worker keeps nothing, and hears of no change.
  const api = programs.filter(({ address }) => address !== undefined);

  const allHear = async (): Promise<void> => {
    if (api.length === 0) return;
    const mark = `mark/${randomUUID()}`;
    const { promise, resolve } = Promise.withResolvers<void>();
    const announce = (): void => {
      const said = connection.db.transaction().execute((trx) => announceWith(trx, mark));
      // While the database is away nobody hears anything, and what waits for this must not wait for that.
      said.catch(resolve);
    };
    const deaf = new Set(api);
    const stops = api.map((program) => {
      const look = (source: string | undefined): void => {
        if (source === mark) deaf.delete(program);
        if (deaf.size === 0) resolve();
        // It may have missed the mark: its connection is a new one.
        else if (source === undefined) announce();
      };
      program.heard.on('change', look);
      return () => program.heard.off('change', look);
    });
    announce();
    await promise;
    for (const stop of stops) stop();
  };

  let now: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return {
    // Who comes while a mark is under way shares the next one.
    heard: () => {
      next ??= now.then(() => {
        next = undefined;
        now = allHear();
        return now;
      });
      return next;
    },
    stop: connection.close,
  };
}
