import { hostname } from 'node:os';
import { newId } from '../../kernel/id.ts';
import type { Database } from '../db/index.ts';
import { type Channel, notify } from '../db/listen.ts';
import { deleteRunning, heartbeatMs, recordRunning } from './presence-store.ts';
import type { Secrets } from './secrets.ts';

const channel = 'insignia_secret';

/** Announces a new secret, or a switch. */
export function notifySecretChange(db: Database): Promise<void> {
  return notify(db, channel, '');
}

export type Presence = { heard: Channel; stop: () => Promise<void> };

/**
 * Sends heartbeats with the secrets this process knows, so that none is switched to that it can't
 * read, and follows switches. `learn` looks for new secrets.
 */
export async function startPresence(
  db: Database,
  secrets: Secrets,
  role: string,
  learn: () => Promise<string[]>,
): Promise<Presence> {
  const id = newId();
  const beat = async (): Promise<void> => {
    secrets.learn(await learn());
    const note = () =>
      recordRunning(db, id, { host: hostname(), pid: process.pid, role, marks: secrets.marks });
    const before = secrets.mark;
    const mark = await note();
    if (mark && secrets.use(mark) && mark !== before) await note();
  };
  // Sequential, so that older knowledge is never recorded last.
  let last = beat();
  const again = (): void => {
    // No switch can happen while the database is unavailable.
    last = last.then(beat).catch(() => {});
  };
  await last;
  const timer = setInterval(again, heartbeatMs);
  timer.unref();
  return {
    heard: { name: channel, hear: again, missed: again },
    stop: async () => {
      clearInterval(timer);
      await last.catch(() => {});
      await deleteRunning(db, id).catch(() => {});
    },
  };
}
