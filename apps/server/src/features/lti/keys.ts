import {
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importPKCS8,
  type JWTPayload,
  SignJWT,
} from 'jose';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import type { Database } from '../../platform/db/index.ts';
import { MissingSecretError, type SealedRows, type Sealer } from '../../platform/secrets/index.ts';
import {
  insertKey,
  isAccount,
  type KeyRow,
  listToolKeys,
  lockKeys,
  lockSealedKeysAfter,
  saveSealedToolKey,
} from './platform-store.ts';

/** A newer key signs from the next day on, when platforms know it. */
const publishedFirstMs = 86_400_000;
const signingMs = 180 * 86_400_000;
/** Older keys stay published, for platforms that check later. */
export const toolKeyLifetimeMs = signingMs + 30 * 86_400_000;
const algorithm = 'RS256';

type KeyDeps = { db: Database; clock: Clock; sealer: Sealer };

/**
 * Keys as an LTI tool. Each account has its own, so that platforms decide by the keys that they
 * trust which account gets access tokens. Without an account: keys for platforms with the shared URLs.
 */
export type ToolKeys = {
  /** Public keys, of which each account has at least one. */
  publish: (accountId: string | undefined) => Promise<{ keys: object[] }>;
  sign: (
    accountId: string | undefined,
    payload: JWTPayload,
    lifetimeSeconds: number,
  ) => Promise<string>;
};

/** Sealed keys, to encrypt again under a new SECRET. */
export const ltiSecrets: SealedRows = {
  purpose: 'lti keys',
  next: async (trx, after, limit) => {
    const rows = await lockSealedKeysAfter(trx, after, limit);
    return rows.map(({ id, sealed }) => ({ id, sealed: [sealed] }));
  },
  set: (trx, { id, sealed: [sealed] }) => saveSealedToolKey(trx, id, sealed as Buffer),
};

export function createToolKeys(deps: KeyDeps): ToolKeys {
  const reading = new Map<string | undefined, Promise<KeyRow[]>>();
  // Anyone may ask for the keys, and creating one takes a tenth of a second of all threads' time.
  const readOnce = (accountId: string | undefined): Promise<KeyRow[]> => {
    const found =
      reading.get(accountId) ?? readKeys(deps, accountId).finally(() => reading.delete(accountId));
    reading.set(accountId, found);
    return found;
  };
  return {
    async publish(accountId) {
      if (accountId !== undefined && !(await isAccount(deps.db, accountId))) return { keys: [] };
      const rows = await readOnce(accountId);
      return { keys: rows.map(({ publicJwk }) => publicJwk) };
    },
    async sign(accountId, payload, lifetimeSeconds) {
      const now = deps.clock().getTime();
      const rows = await readOnce(accountId);
      const { id, pem } = chooseKey(rows, deps.sealer, now);
      const issuedAt = Math.floor(now / 1_000);
      return new SignJWT(payload)
        .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid: id })
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimeSeconds)
        .sign(await importPKCS8(pem, algorithm));
    },
  };
}

/** Newest first. Creates a key if none can be read, or if the newest has signed long enough. */
async function readKeys(
  { db, clock, sealer }: KeyDeps,
  accountId: string | undefined,
): Promise<KeyRow[]> {
  const isUsable = (rows: KeyRow[]) =>
    rows.some(
      ({ sealed, createdAt }) =>
        sealer.readMark(sealed) !== undefined &&
        clock().getTime() - createdAt.getTime() < signingMs,
    );
  const rows = await listToolKeys(db, accountId);
  if (isUsable(rows)) return rows;
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const [pem, jwk] = [await exportPKCS8(privateKey), await exportJWK(publicKey)];
  await db.write(async (trx) => {
    await lockKeys(trx, accountId);
    const current = await listToolKeys(trx, accountId);
    if (isUsable(current)) return;
    if (current.some(({ sealed }) => sealer.readMark(sealed) === undefined))
      await sealer.holdLost(trx);
    const id = newId();
    const publicJwk = { ...jwk, kid: id, alg: algorithm, use: 'sig' };
    const row = { id, publicJwk, sealed: await sealer.seal(trx, pem) };
    await insertKey(trx, accountId, row, clock());
  });
  return listToolKeys(db, accountId);
}

function chooseKey(rows: KeyRow[], sealer: Sealer, now: number): { id: string; pem: string } {
  const readable = rows.filter(({ sealed }) => sealer.readMark(sealed) !== undefined);
  const known = readable.find(({ createdAt }) => now - createdAt.getTime() >= publishedFirstMs);
  const chosen = known ?? readable.at(-1);
  if (!chosen) throw new MissingSecretError('the keys of LTI are encrypted with another SECRET');
  return { id: chosen.id, pem: sealer.open(chosen.sealed) };
}
