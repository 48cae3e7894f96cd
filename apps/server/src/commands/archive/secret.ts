import type { Config } from '../../config/index.ts';
import { type Base, openSealed } from '../../platform/archive/index.ts';
import type { Repository } from '../../platform/backup/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { keepSecret, keptSecretMark, knownSecrets, markOf } from '../../platform/secrets/index.ts';
import type { SecretOfRestore } from '../backup/secrets.ts';
import { refused } from '../fault.ts';

export type SecretOfArchive = { place: (db: Database) => Promise<SecretOfRestore> };

type SecretOptions = { passphrase: string | undefined; withoutSecret: boolean; dryRun: boolean };

const loss =
  'or go on --without-secret, by which people are signed out, and keys of issuers and secrets of webhooks are lost';

const notKept = 'the secret is not in the archive: set SECRET to the one that the service had';
const notGiven =
  'the secret of the service is not here: give --passphrase-file or BACKUP_PASSPHRASE, set SECRET to it';
const hasAnother = ({ secret, dataDir }: Config): string =>
  secret
    ? 'SECRET is not the one of this archive: unset it, or set it to the one that the service had'
    : `there is another secret in ${dataDir} already: move the file away`;

/**
 * What becomes of the secret that the service wrote with at that moment, which only the restored database tells: what can be
 * said before, by that of the base backup, is said before.
 */
export async function secretOfArchive(
  config: Config,
  archive: Repository,
  { manifest }: Base,
  options: SecretOptions,
): Promise<SecretOfArchive> {
  const known = await knownSecrets(config);
  const isKnown = (mark: string | null): boolean =>
    mark === null || known.some((secret) => markOf(secret) === mark);
  const find = async (mark: string | null): Promise<string | undefined> => {
    if (mark === null || isKnown(mark)) return undefined;
    const { passphrase } = options;
    const sealed = passphrase && (await openSealed(archive, mark, passphrase));
    refuseUnusable(config, options, { isFound: Boolean(sealed), hasOther: known.length > 0 });
    return sealed || undefined;
  };
  await find(manifest.secretMark);
  return {
    place: async (db) => {
      const mark = (await keptSecretMark(db)) ?? null;
      const sealed = await find(mark);
      if (sealed === undefined) return isKnown(mark) ? 'the same' : 'left out';
      if (!options.dryRun) await keepSecret(sealed, config.dataDir);
      return 'written';
    },
  };
}

function refuseUnusable(
  config: Config,
  { passphrase, withoutSecret, dryRun }: SecretOptions,
  { isFound, hasOther }: { isFound: boolean; hasOther: boolean },
): void {
  if (dryRun || (!isFound && withoutSecret)) return;
  if (!isFound) throw refused(`${passphrase ? notKept : notGiven}, ${loss}`);
  if (hasOther) throw refused(hasAnother(config));
}
