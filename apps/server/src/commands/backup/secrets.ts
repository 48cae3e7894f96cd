import { createHash } from 'node:crypto';
import type { Config } from '../../config/index.ts';
import {
  type Backup,
  buildBackupPath,
  damagedBackup,
  decryptWithPassphrase,
  encryptWithPassphrase,
  type Repository,
  readWhole,
  secretFile,
} from '../../features/backup/index.ts';
import { computeMark, loadSecrets, storeSecret } from '../../platform/secrets/index.ts';
import { createRefusal } from '../command-error.ts';

const remedy = "give the command with the service's SECRET or DATA_DIR, or say --without-secret";

export async function requireSecret(config: Config): Promise<void> {
  if ((await loadSecrets(config)).length === 0)
    throw createRefusal(`there is no secret to back up here: ${remedy}`);
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
  const known = await loadSecrets(config);
  const own = mark === null ? known[0] : known.find((secret) => computeMark(secret) === mark);
  if (!own)
    throw createRefusal(`the secret here is not the one that the service began with: ${remedy}`);
  return encryptWithPassphrase(own, passphrase);
}

/** Undefined if the backup has none. */
export async function openBackupSecret(
  repository: Repository,
  { id, manifest, sums }: Backup,
  passphrase: string,
): Promise<string | undefined> {
  if (manifest.secret === 'left out') return undefined;
  const file = await readWhole(repository, buildBackupPath(id, secretFile));
  const sum = file && createHash('sha256').update(file).digest('hex');
  if (!file || sums.get(secretFile) !== sum)
    throw damagedBackup(`${secretFile} of ${id}`, repository.place);
  return decryptWithPassphrase(file, passphrase);
}

export type RestoredSecret = 'written' | 'the same' | 'left out';

/**
 * Decides what happens to the backup's secret. Without it, sealed data can't be read, so continuing
 * requires an explicit option.
 */
export async function restoreSecret(
  config: Config,
  { id, manifest }: Backup,
  sealed: string | undefined,
  withoutSecret: boolean,
): Promise<{ outcome: RestoredSecret; write: () => Promise<void> }> {
  const nothing = async (): Promise<void> => {};
  const known = await loadSecrets(config);
  const { secretMark } = manifest;
  const isRight = (secret: string): boolean =>
    secretMark === null ? secret === sealed : computeMark(secret) === secretMark;
  if (known.some(isRight)) return { outcome: 'the same', write: nothing };
  if (withoutSecret) return { outcome: 'left out', write: nothing };
  if (sealed === undefined)
    throw createRefusal(
      manifest.secret === 'sealed'
        ? 'the secret of the backup is sealed: give --passphrase-file or BACKUP_PASSPHRASE, or go on --without-secret, by which people are signed out, and keys of issuers and secrets of webhooks are lost'
        : 'the backup was made without the secret: set SECRET to the one that the service had, or go on --without-secret, by which people are signed out, and keys of issuers and secrets of webhooks are lost',
    );
  if (!isRight(sealed))
    throw createRefusal(
      `the secret sealed in ${id} is not the one that its service had: set SECRET to that one, or go on --without-secret, by which people are signed out, and keys of issuers and secrets of webhooks are lost`,
    );
  if (known.length > 0)
    throw createRefusal(
      config.secret
        ? 'SECRET is not the one of this backup: set it to what insignia restore … --print-secret prints'
        : `there is another secret in ${config.dataDir} already: move the file away`,
    );
  return { outcome: 'written', write: () => storeSecret(sealed, config.dataDir) };
}
