import { changeSecret } from '../commands/change-secret.ts';
import type { Config } from '../config/index.ts';
import { deleteTokenKeys, retireTokenKeysExcept } from '../features/access/index.ts';
import { authVersion, endAllSessions } from '../features/people/index.ts';
import type { Database, Trx } from '../platform/db/index.ts';
import type { Logger } from '../platform/log/index.ts';
import {
  listRunning,
  loadSecrets,
  type Presence,
  resolveActiveSecret,
  type Secrets,
  startPresence,
} from '../platform/secrets/index.ts';

/**
 * Chooses the secret to encrypt with at start. Switches from the previous secret unless a process
 * doesn't know the new one yet.
 */
export async function startSecrets(
  config: Config,
  db: Database,
  secrets: Secrets,
  log: Logger,
): Promise<Presence> {
  const ownMark = secrets.mark;
  const endSignIns = async (trx: Trx): Promise<void> => {
    await deleteTokenKeys(trx);
    await endAllSessions(trx);
  };
  if (await resolveActiveSecret(db, secrets, endSignIns))
    log.warn(
      'SECRET has changed: users must sign in again, webhook secrets must be rotated, and issuers sign with new keys. If you still have the previous SECRET, set SECRET_PREVIOUS to it',
    );
  const presence = await startPresence(db, secrets, config.role, () => loadSecrets(config));
  try {
    if (!config.secretPrevious) {
      await retireTokenKeysExcept(db, authVersion(secrets.mark));
      return presence;
    }
    const running = await listRunning(db);
    if (running.some(({ marks }) => !marks.includes(ownMark)))
      log.warn(
        "some processes don't know the new SECRET: restart all of them with it and SECRET_PREVIOUS, then run insignia secret rotate",
      );
    else if ((await changeSecret({ db, secrets, nextMark: ownMark })).turned)
      log.warn('SECRET has changed: users must sign in again');
    return presence;
  } catch (error) {
    await presence.stop();
    throw error;
  }
}
