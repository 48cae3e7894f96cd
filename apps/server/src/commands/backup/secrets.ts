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

const remedy = "run the command with the service's SECRET or DATA_DIR, or add --without-secret";

export async function requireSecret(config: Config): Promise<void> {
  if ((await loadSecrets(config)).length === 0)
    throw createRefusal(`no secret to back up: ${remedy}`);
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
  if (!own) throw createRefusal(`this isn't the service's secret: ${remedy}`);
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
        ? 'the secret in the backup is encrypted. Pass --passphrase-file or BACKUP_PASSPHRASE. Or continue with --without-secret: users are signed out, and issuer keys and webhook secrets are lost'
        : "the backup doesn't contain the secret. Set SECRET to the service's secret. Or continue with --without-secret: users are signed out, and issuer keys and webhook secrets are lost",
    );
  if (!isRight(sealed))
    throw createRefusal(
      `the encrypted secret in ${id} isn't the one its service used. Set SECRET to that one. Or continue with --without-secret: users are signed out, and issuer keys and webhook secrets are lost`,
    );
  if (known.length > 0)
    throw createRefusal(
      config.secret
        ? "SECRET isn't the one in this backup. Set it to the output of insignia restore … --print-secret"
        : `${config.dataDir} already contains a different secret. Move the file away`,
    );
  return { outcome: 'written', write: () => storeSecret(sealed, config.dataDir) };
}
