import { hostname } from 'node:os';
import { newId } from '../../kernel/id.ts';
import type { Database } from '../db/index.ts';
import { type Channel, notify } from '../listen.ts';
import { beatMs, forgetRunning, noteRunning } from './presence-store.ts';
import type { Secrets } from './secrets.ts';

const channel = 'insignia_secret';

/** Another secret is written with, or is there to be learnt. */
export function tellOfSecrets(db: Database): Promise<void> {
  return notify(db, channel, '');
}

export type Presence = { heard: Channel; stop: () => Promise<void> };

/**
 * Tells in the database that this process runs and which secrets it knows, so that nobody changes over to one that it cannot
 * read with; and heeds which one is written with. `learn` looks for new ones.
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
      noteRunning(db, id, { host: hostname(), pid: process.pid, role, marks: secrets.marks });
    const before = secrets.mark;
    const mark = await note();
    if (mark && secrets.use(mark) && mark !== before) await note();
  };
  // One after the other, so that what was known earlier is not noted last.
  let last = beat();
  const again = (): void => {
    // While the database is away nobody changes over.
    last = last.then(beat).catch(() => {});
  };
  await last;
  const timer = setInterval(again, beatMs);
  timer.unref();
  return {
    heard: { name: channel, hear: again, missed: again },
    stop: async () => {
      clearInterval(timer);
      await last.catch(() => {});
      await forgetRunning(db, id).catch(() => {});
    },
  };
}
