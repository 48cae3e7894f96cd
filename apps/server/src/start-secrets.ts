import { changeSecret } from './commands/change-secret.ts';
import type { Config } from './config/index.ts';
import { deleteTokenKeys, retireTokenKeysExcept } from './features/access/index.ts';
import { authVersion, endAllSessions } from './features/people/index.ts';
import type { Database, Trx } from './platform/db/index.ts';
import type { Logger } from './platform/log/index.ts';
import {
  listRunning,
  loadSecrets,
  type Presence,
  resolveActiveSecret,
  type Secrets,
  startPresence,
} from './platform/secrets/index.ts';

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
  const wanted = secrets.mark;
  const endSignIns = async (trx: Trx): Promise<void> => {
    await deleteTokenKeys(trx);
    await endAllSessions(trx);
  };
  if (await resolveActiveSecret(db, secrets, endSignIns))
    log.warn(
      'SECRET is another one than before: everybody has to sign in again, secrets of webhooks have to be rotated, and issuers sign with new keys (where the one before is known still, set SECRET_PREVIOUS to it)',
    );
  const presence = await startPresence(db, secrets, config.role, () => loadSecrets(config));
  try {
    if (!config.secretPrevious) {
      await retireTokenKeysExcept(db, authVersion(secrets.mark));
      return presence;
    }
    const others = await listRunning(db);
    if (others.some(({ marks }) => !marks.includes(wanted)))
      log.warn(
        'processes run that do not know the new SECRET: once all have been restarted with it and SECRET_PREVIOUS, give insignia secret rotate',
      );
    else if ((await changeSecret({ db, secrets, wanted })).turned)
      log.warn('SECRET is another one than before: everybody has to sign in again');
    return presence;
  } catch (error) {
    await presence.stop();
    throw error;
  }
}
