import {
  controllerDocument,
  encodeStatusList,
  signCredential,
  signCredentialJwt,
  signStatusList,
  statusListDocument,
} from '@insignia/openbadges/v3';
import type { Sealer } from '../../platform/secrets/index.ts';
import type { SignDeps } from './deps.ts';
import { type Entry, type Known, type Stated, statedCredential } from './entry-store.ts';
import { documentOf } from './facts.ts';
import { fixEntry, fixFirstEntry, needsKey } from './fix-entry.ts';
import { accountOfIssuer, type KeyRow, keysOf } from './key-store.ts';
import { keysAtNeed, usableKeys } from './keys.ts';
import { signingKey } from './rules.ts';
import { type Signers, signersOf } from './signers.ts';
import { listById } from './status-store.ts';

/** Cache lifetime of a status list in milliseconds. */
const listTtlMs = 30_000;

type Document = Record<string, unknown>;
type Credential = Stated & Entry & { key: KeyRow };

/** Signed documents, made on request. Undefined for unknown ids. */
export type Signing = {
  /** Content and signature parameters of a credential. */
  credential: (id: string) => Promise<Credential | undefined>;
  /** With a data integrity proof: the same bytes every time. */
  document: (credential: Credential) => Promise<Document>;
  jwt: (credential: Credential) => Promise<string>;
  did: (issuerId: string) => Promise<{ document: Document; accountId: string } | undefined>;
  statusList: (
    id: string,
  ) => Promise<{ document: Document; issuerId: string; accountId: string } | undefined>;
};

export function createSigning(deps: SignDeps): Signing {
  const { db, clock, urls, sealer, opened, sourceOfIssuer } = deps;
  const keysNeeded = (issuerId: string, now: Date, known: KeyRow[]) =>
    keysAtNeed({ ...deps, issuerId, now, known });
  const signers = (issuerId: string, key: KeyRow): Signers =>
    opened.get(key.id, sourceOfIssuer(issuerId), () => signersOf(sealer, urls.did(issuerId), key));
  return {
    async credential(id) {
      const read = await statedCredential(db, id);
      if (!read) return undefined;
      const { known: stated } = read;
      const { issuerId } = stated;
      const now = clock();
      const keys = await keysNeeded(issuerId, now, read.keys);
      const known = entryOf(sealer, stated, keys);
      if (known) return known;
      const asked = { id, issuerId, keys, sealer, now };
      const fixed =
        (await fixFirstEntry(db, stated, asked)) ??
        (await db.transaction().execute((trx) => fixEntry(trx, asked)));
      // Nothing else of what was read before can have changed.
      if (fixed) return { ...stated, ...fixed, revokedAt: fixed.isRevoked ? now : null };
      const again = await statedCredential(db, id);
      return again && entryOf(sealer, again.known, again.keys);
    },
    async document(credential) {
      const { issuerId, key, createdAt } = credential;
      const signer = await signers(issuerId, key).proof();
      return signCredential(documentOf(credential, urls), signer, createdAt);
    },
    async jwt(credential) {
      const { issuerId, key } = credential;
      return signCredentialJwt(documentOf(credential, urls), await signers(issuerId, key).jwt());
    },
    async did(issuerId) {
      const [accountId, known] = await Promise.all([
        accountOfIssuer(db, issuerId),
        keysOf(db, issuerId),
      ]);
      if (accountId === undefined) return undefined;
      // Otherwise an issuer without keys would be cached as such although its first credential is
      // signed at once.
      const keys = known.length > 0 ? known : await keysNeeded(issuerId, clock(), known);
      const published = keys.flatMap(({ proofKey, jwtKey, jwtJwk, revokedAt }) => {
        const revoked = revokedAt ?? undefined;
        return [
          { publicKeyMultibase: proofKey, revoked },
          { publicKeyMultibase: jwtKey, publicKeyJwk: jwtJwk, revoked },
        ];
      });
      return { document: controllerDocument(urls.did(issuerId), published), accountId };
    },
    async statusList(id) {
      const list = await listById(db, id);
      if (!list) return undefined;
      const { issuerId, accountId, bits, changedAt } = list;
      const now = clock();
      const keys = await keysNeeded(issuerId, now, await keysOf(db, issuerId));
      const key = signingKey(usableKeys(sealer, keys), now);
      if (!key) return undefined;
      const document = statusListDocument({
        ...{ id: urls.statusList(id), issuer: urls.did(issuerId), purpose: 'revocation' },
        ...{ encodedList: await encodeStatusList(bits), validFrom: changedAt, ttl: listTtlMs },
      });
      const signer = await signers(issuerId, key).proof();
      return { document: await signStatusList(document, signer, changedAt), issuerId, accountId };
    },
  };
}

function entryOf(sealer: Sealer, known: Known, keys: KeyRow[]): Credential | undefined {
  if (known.keyId === null) return undefined;
  const key = keys.find(({ id }) => id === known.keyId);
  const { createdAt, revokedAt } = known;
  const needsOther = needsKey(sealer, key, { createdAt, isRevoked: revokedAt !== null });
  return !key || needsOther ? undefined : { ...known, key };
}
