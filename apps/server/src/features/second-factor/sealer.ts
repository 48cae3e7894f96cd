import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Database, Trx } from '../../platform/db/index.ts';
import {
  iterateSealed,
  lockSecretMark,
  MissingSecretError,
  type RowSealer,
  type SealedRows,
  type Secrets,
} from '../../platform/secrets/index.ts';
import { authVersion, listAuthSecrets } from '../people/index.ts';
import { lockFactorsAfter, readFactorsAfter, type SealedFactor, saveSealed } from './store.ts';

/** Encrypts as better-auth does, and like our own sealers with the secret that is current until `trx` ends. */
export function createFactorSealer(secrets: Secrets): RowSealer {
  const collectKeys = () =>
    new Map(listAuthSecrets(secrets).map(({ version, value }) => [version, value]));
  const readVersion = (sealed: Buffer) => Number(/^\$ba\$(\d+)\$/.exec(sealed.toString())?.[1]);
  return {
    async seal(trx, text) {
      const currentVersion = authVersion((await lockSecretMark(trx)) ?? secrets.mark);
      const keys = collectKeys();
      if (!keys.has(currentVersion))
        throw new MissingSecretError('the service now uses another SECRET');
      return Buffer.from(await symmetricEncrypt({ key: { keys, currentVersion }, data: text }));
    },
    async open(sealed) {
      const keys = collectKeys();
      const currentVersion = readVersion(sealed);
      if (!keys.has(currentVersion))
        throw new MissingSecretError('encrypted with another SECRET. Set SECRET_PREVIOUS to it');
      return symmetricDecrypt({ key: { keys, currentVersion }, data: sealed.toString() });
    },
    readMark: (sealed) => secrets.marks.find((mark) => authVersion(mark) === readVersion(sealed)),
  };
}

/** Secrets of authenticator apps, and recovery codes. */
export const secondFactorSecrets: SealedRows = {
  purpose: 'sign-in',
  createSealer: createFactorSealer,
  next: async (trx, after, limit) => {
    const rows = await lockFactorsAfter(trx, after, limit);
    return rows.map(({ id, secret, backupCodes }) => ({
      id,
      sealed: [Buffer.from(secret), Buffer.from(backupCodes)],
    }));
  },
  set: (trx, { id, sealed }) => {
    const [secret, backupCodes] = sealed.map(String) as [string, string];
    return saveSealed(trx, { id, secret, backupCodes });
  },
};

/** Factors that were encrypted with a lost SECRET. */
export async function countLostFactors(db: Database, secrets: Secrets): Promise<number> {
  const sealer = createFactorSealer(secrets);
  let lost = 0;
  const all = iterateSealed((after, limit) => readFactorsAfter(db, after, limit));
  for await (const { secret } of all) if (!sealer.readMark(Buffer.from(secret))) lost += 1;
  return lost;
}

/**
 * Encrypts again what better-auth wrote in a process that hadn't heard of a new secret, so that
 * nothing needs the earlier one after a rotation.
 */
export async function resealFactor(
  trx: Trx,
  sealer: RowSealer,
  factor: SealedFactor,
): Promise<void> {
  const renew = async (text: string) =>
    String(await sealer.seal(trx, await sealer.open(Buffer.from(text))));
  const [secret, backupCodes] = [await renew(factor.secret), await renew(factor.backupCodes)];
  await saveSealed(trx, { id: factor.id, secret, backupCodes });
}
