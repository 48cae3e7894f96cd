import { randomUUID } from 'node:crypto';
import { connect } from '../../src/platform/db/index.ts';
import { invalidateOnCommit } from '../../src/platform/db/invalidation.ts';
import type { Program } from '../../src/program/program.ts';

type InvalidationWaiter = { waitForInvalidation: () => Promise<void>; stop: () => Promise<void> };

/**
 * Resolves once every program has received all earlier notifications: they arrive in commit order,
 * so a marker sent now comes last. Uses its own connection.
 */
export function createInvalidationWaiter(
  programs: Program[],
  databaseUrl: string,
): InvalidationWaiter {
  const url = new URL(databaseUrl);
  url.searchParams.set('pool', '1');
  const connection = connect(url.href, () => {});
  // Workers cache nothing and receive no notifications.
  const api = programs.filter(({ address }) => address !== undefined);

  const allHear = async (): Promise<void> => {
    if (api.length === 0) return;
    const mark = `mark/${randomUUID()}`;
    const { promise, resolve } = Promise.withResolvers<void>();
    const announce = (): void => {
      const notified = connection.db.write((trx) => invalidateOnCommit(trx, mark));
      // During an outage nothing arrives, and waiting must not block.
      notified.catch(resolve);
    };
    const deaf = new Set(api);
    const stops = api.map((program) => {
      const look = (source: string | undefined): void => {
        if (source === mark) deaf.delete(program);
        if (deaf.size === 0) resolve();
        // A new connection may have missed the marker.
        else if (source === undefined) announce();
      };
      program.changeEvents.on('change', look);
      return () => program.changeEvents.off('change', look);
    });
    announce();
    await promise;
    for (const stop of stops) stop();
  };

  let now: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return {
    // Calls during a marker share the next one.
    waitForInvalidation: () => {
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
