import { hostname } from 'node:os';
import { newId } from '../../kernel/id.ts';
import type { Database, Trx } from '../db/index.ts';
import { type Channel, notify } from '../db/listen.ts';
import type { Secrets } from './secrets.ts';
import {
  deleteRunning,
  heartbeatMs,
  initSecretMark,
  listRunning,
  recordRunning,
  updateSecretMark,
} from './store.ts';

const channel = 'insignia_secret';

/** Announces a new secret, or a switch. */
export function notifySecretChange(db: Database): Promise<void> {
  return notify(db, channel, '');
}

export type Presence = { channel: Channel; stop: () => Promise<void> };

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
    channel: { name: channel, onMessage: again, onMissed: again },
    stop: async () => {
      clearInterval(timer);
      await last.catch(() => {});
      await deleteRunning(db, id).catch(() => {});
    },
  };
}

/** Other processes use a secret that this one doesn't know. */
class AnotherSecret extends Error {
  constructor() {
    super(
      "SECRET doesn't match the running processes of this service. Set it to theirs. If they have crashed, wait a minute",
    );
  }
}

/**
 * Determines the secret in use. If that one is lost, switches to this process's first secret and
 * runs `onLost` in the same transaction. Returns true then.
 */
export async function resolveActiveSecret(
  db: Database,
  secrets: Secrets,
  onLost: (trx: Trx) => Promise<void>,
): Promise<boolean> {
  const { mark, isLost } = await db.write(async (trx) => {
    const first = secrets.mark;
    const storedMark = await initSecretMark(trx, first);
    if (secrets.marks.includes(storedMark)) return { mark: storedMark, isLost: false };
    if ((await listRunning(trx)).some(({ marks }) => marks.includes(storedMark)))
      throw new AnotherSecret();
    await updateSecretMark(trx, first);
    await onLost(trx);
    return { mark: first, isLost: true };
  });
  secrets.use(mark);
  return isLost;
}
