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
import { keepSecret, knownSecret } from '../../platform/secret.ts';
import { markOf } from '../../platform/secret-change.ts';
import { refused } from '../fault.ts';

/** The service's own secret, encrypted. */
export async function sealSecrets(config: Config, passphrase: string): Promise<Buffer> {
  const secret = await knownSecret(config.secret, config.dataDir);
  if (!secret)
    throw refused(
      "there is no secret to back up here: give the command with the service's SECRET or DATA_DIR, or say --without-secret",
    );
  return seal(secret, passphrase);
}

/** A backup with another secret than its database's would be of no use on the day it is needed. */
export async function refuseAnother(config: Config, mark: string | null): Promise<void> {
  const here = await knownSecret(config.secret, config.dataDir);
  if (here === undefined || mark === null || markOf(here) === mark) return;
  throw refused(
    "the secret here is not the one that the service began with: give the command with the service's SECRET or DATA_DIR, or say --without-secret",
  );
}

/** undefined when the backup has none. */
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
 * What becomes of the secret of a backup that is restored here. Sealed and signed things can be read with it alone, so that
 * going on without it has to be said.
 */
export async function placeSecret(
  config: Config,
  { id, manifest }: Backup,
  sealed: string | undefined,
  withoutSecret: boolean,
): Promise<{ outcome: SecretOfRestore; write: () => Promise<void> }> {
  const nothing = async (): Promise<void> => {};
  const here = await knownSecret(config.secret, config.dataDir);
  const { secretMark } = manifest;
  const isRight = (secret: string): boolean =>
    secretMark === null ? secret === sealed : markOf(secret) === secretMark;
  if (here !== undefined && isRight(here)) return { outcome: 'the same', write: nothing };
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
  if (here !== undefined)
    throw refused(
      config.secret
        ? 'SECRET is not the one of this backup: set it to what insignia restore … --print-secret prints'
        : `there is another secret in ${config.dataDir} already: move the file away`,
    );
  return { outcome: 'written', write: () => keepSecret(sealed, config.dataDir) };
}
