import { createHash } from 'node:crypto';
import type { Config } from '../../config/index.ts';
import {
  type Backup,
  damaged,
  pathIn,
  type Repository,
  readWhole,
  seal,
  secretFile,
  unseal,
} from '../../platform/backup/index.ts';
import { keepSecret, knownSecrets, markOf } from '../../platform/secrets/index.ts';
import { refused } from '../fault.ts';

const remedy = "give the command with the service's SECRET or DATA_DIR, or say --without-secret";

export async function refuseNone(config: Config): Promise<void> {
  if ((await knownSecrets(config)).length === 0)
    throw refused(`there is no secret to back up here: ${remedy}`);
}

/**
 * Encrypts the service's secret. `mark` identifies the secret that the database uses: a backup with
 * another one would be useless.
 */
export async function sealSecret(
  config: Config,
  mark: string | null,
  passphrase: string,
): Promise<Buffer> {
  const known = await knownSecrets(config);
  const own = mark === null ? known[0] : known.find((secret) => markOf(secret) === mark);
  if (!own) throw refused(`the secret here is not the one that the service began with: ${remedy}`);
  return seal(own, passphrase);
}

/** Undefined if the backup has none. */
export async function openSecrets(
  repository: Repository,
  { id, manifest, sums }: Backup,
  passphrase: string,
): Promise<string | undefined> {
  if (manifest.secret === 'left out') return undefined;
  const file = await readWhole(repository, pathIn(id, secretFile));
  const sum = file && createHash('sha256').update(file).digest('hex');
  if (!file || sums.get(secretFile) !== sum)
    throw damaged(`${secretFile} of ${id}`, repository.place);
  return unseal(file, passphrase);
}

export type SecretOfRestore = 'written' | 'the same' | 'left out';

/**
 * Decides what happens to the backup's secret. Without it, sealed data can't be read, so continuing
 * requires an explicit option.
 */
export async function placeSecret(
  config: Config,
  { id, manifest }: Backup,
  sealed: string | undefined,
  withoutSecret: boolean,
): Promise<{ outcome: SecretOfRestore; write: () => Promise<void> }> {
  const nothing = async (): Promise<void> => {};
  const known = await knownSecrets(config);
  const { secretMark } = manifest;
  const isRight = (secret: string): boolean =>
    secretMark === null ? secret === sealed : markOf(secret) === secretMark;
  if (known.some(isRight)) return { outcome: 'the same', write: nothing };
  if (withoutSecret) return { outcome: 'left out', write: nothing };
  if (sealed === undefined)
    throw refused(
      manifest.secret === 'sealed'
        ? 'the secret of the backup is sealed: give --passphrase-file or BACKUP_PASSPHRASE, or go on --without-secret, by which people are signed out, and keys of issuers and secrets of webhooks are lost'
        : 'the backup was made without the secret: set SECRET to the one that the service had, or go on --without-secret, by which people are signed out, and keys of issuers and secrets of webhooks are lost',
    );
  if (!isRight(sealed))
    throw refused(
      `the secret sealed in ${id} is not the one that its service had: set SECRET to that one, or go on --without-secret, by which people are signed out, and keys of issuers and secrets of webhooks are lost`,
    );
  if (known.length > 0)
    throw refused(
      config.secret
        ? 'SECRET is not the one of this backup: set it to what insignia restore … --print-secret prints'
        : `there is another secret in ${config.dataDir} already: move the file away`,
    );
  return { outcome: 'written', write: () => keepSecret(sealed, config.dataDir) };
}
