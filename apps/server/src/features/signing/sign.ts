import { createHash, randomBytes } from 'node:crypto';
import { getResultType, type WalletFormat } from '@insignia/contract';
import { hashIdentity } from '@insignia/openbadges';
import {
  type CredentialFacts,
  controllerDocument,
  credentialDocument,
  credentialsContext,
  encodeStatusList,
  type HolderKey,
  signCredential,
  signCredentialJwt,
  signSdJwtVc,
  signStatusList,
  signStatusListToken,
  statusListClaims,
  statusListDocument,
} from '@insignia/openbadges/v3';
import type { Urls } from '../../kernel/urls.ts';
import type { Sealer } from '../../platform/secrets/index.ts';
import { sealType } from '../../platform/typeset/pdf-seal.ts';
import { assignEntry, assignFirstEntry, isNewKeyNeeded } from './assign-entry.ts';
import {
  type IssuedContent,
  readSigningRecord,
  type SigningEntry,
  type SigningRecord,
  type SigningRecordWithKeys,
} from './entry-store.ts';
import { findIssuerAccount, selectIssuerKeys } from './key-store.ts';
import { ensureKeys, filterUsableKeys } from './keys.ts';
import { chooseSigningKey, chooseTokenPeriod } from './rules.ts';
import { createSigners, type SignDeps, type Signers } from './signers.ts';
import type { IssuerKeyRow } from './sql.ts';
import { findStatusList } from './status-lists.ts';

/** Cache lifetime of a status list in milliseconds. */
const listTtlMs = 30_000;
/** Time left to verifiers whose clocks are ahead when a cache serves a Status List Token last. */
const tokenMarginMs = 300_000;

/** Another request may sign the credential or give it another edition at the same time. */
const MAX_ASSIGN_ATTEMPTS = 10;

type Document = Record<string, unknown>;
type Credential = IssuedContent & SigningEntry & { key: IssuerKeyRow };

/**
 * Signed documents, made on request. Undefined for unknown ids, and for credentials of closed issuers
 * that weren't signed before.
 */
export type Signing = {
  /** Content and signature parameters of a credential. */
  credential: (id: string) => Promise<Credential | undefined>;
  /** With a data integrity proof: the same bytes every time. */
  document: (credential: Credential) => Promise<Document>;
  jwt: (credential: Credential) => Promise<string>;
  /** A copy bound to a wallet's key, with the status entry of the credential. */
  bind: (
    credential: Credential,
    holder: HolderKey,
    format: WalletFormat,
  ) => Promise<string | Document>;
  /** A JWT by the credential's issuer about a file with this SHA-256 hash: the same every time. */
  seal: (credential: Credential, hash: Buffer) => Promise<string>;
  did: (issuerId: string) => Promise<{ document: Document; accountId: string } | undefined>;
  statusList: (
    id: string,
  ) => Promise<{ document: Document; issuerId: string; accountId: string } | undefined>;
  /** The same list as a Status List Token. Equal versions have equal claims, but other signatures. */
  statusListToken: (id: string) => Promise<
    | {
        token: string;
        version: string;
        /** How long caches may serve the token, in milliseconds. */
        freshFor: number;
        issuerId: string;
        accountId: string;
      }
    | undefined
  >;
};

export function createSigning(deps: SignDeps): Signing {
  const { db, clock, urls, sealer, signerCache, issuerCacheTag, chooseListEnd } = deps;
  const keysNeeded = (issuerId: string, now: Date, known: IssuerKeyRow[]) =>
    ensureKeys({ ...deps, issuerId, now, known });
  const signers = (issuerId: string, key: IssuerKeyRow): Signers =>
    signerCache.get(key.id, issuerCacheTag(issuerId), () =>
      createSigners(sealer, urls.did(issuerId), key),
    );
  /** Undefined if the credential has changed since it was read. */
  const readOrAssign = async (
    id: string,
    read: SigningRecordWithKeys,
  ): Promise<Credential | undefined> => {
    const { record } = read;
    const { issuerId } = record;
    const now = clock();
    const keys = record.isClosed ? read.keys : await keysNeeded(issuerId, now, read.keys);
    const usable = findUsableEntry(sealer, record, keys);
    if (usable || record.isClosed) return usable;
    const entryRequest = { id, issuerId, keys, sealer, now };
    const assigned =
      (await assignFirstEntry(db, record, entryRequest)) ??
      (await db.write((trx) => assignEntry(trx, record, entryRequest)));
    // Nothing else of what was read before can have changed.
    return assigned && { ...record, ...assigned, revokedAt: assigned.isRevoked ? now : null };
  };
  const readList = async (id: string) => {
    const list = await findStatusList(db, id);
    if (!list) return undefined;
    const { issuerId, accountId, bits, changedAt } = list;
    const now = clock();
    const keys = await keysNeeded(issuerId, now, await selectIssuerKeys(db, issuerId));
    const key = chooseSigningKey(filterUsableKeys(sealer, keys), now);
    return key && { issuerId, accountId, bits, changedAt, key };
  };
  return {
    async credential(id) {
      for (let tries = 0; tries < MAX_ASSIGN_ATTEMPTS; tries++) {
        const read = await readSigningRecord(db, id);
        const signed = read && (await readOrAssign(id, read));
        if (!read) return undefined;
        if (signed || read.record.isClosed) return signed;
      }
      return undefined;
    },
    async document(credential) {
      const { issuerId, key, createdAt } = credential;
      const signer = await signers(issuerId, key).proof();
      return signCredential(buildCredentialDocument(credential, urls), signer, createdAt);
    },
    async jwt(credential) {
      const { issuerId, key } = credential;
      return signCredentialJwt(
        buildCredentialDocument(credential, urls),
        await signers(issuerId, key).jwt(),
      );
    },
    async bind(credential, holder, format) {
      const { issuerId, key, createdAt } = credential;
      const unbound = buildCredentialDocument(credential, urls);
      const credentialSubject = { ...(unbound.credentialSubject as Document), id: holder.did };
      const document = { ...unbound, credentialSubject };
      const own = signers(issuerId, key);
      if (format === 'ldp_vc') return signCredential(document, await own.proof(), createdAt);
      if (format === 'jwt_vc_json') return signCredentialJwt(document, await own.jwt());
      const createSalt = () => randomBytes(16).toString('base64url');
      const { listId, listIndex: index } = credential;
      return signSdJwtVc(document, await own.jwt(), {
        ...{ holder, issuedAt: clock(), createSalt },
        status: { uri: urls.statusListToken(listId), index },
      });
    },
    async seal({ issuerId, key, createdAt }, hash) {
      const document = {
        '@context': [credentialsContext],
        type: ['VerifiableCredential'],
        issuer: urls.did(issuerId),
        validFrom: `${createdAt.toISOString().slice(0, 19)}Z`,
        // RFC 6920.
        credentialSubject: { id: `ni:///sha-256;${hash.toString('base64url')}` },
      };
      return signCredentialJwt(document, await signers(issuerId, key).proof(), sealType);
    },
    async did(issuerId) {
      const [accountId, known] = await Promise.all([
        findIssuerAccount(db, issuerId),
        selectIssuerKeys(db, issuerId),
      ]);
      if (accountId === undefined) return undefined;
      // Otherwise an issuer without keys would be cached as such although its first credential is
      // signed immediately.
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
      const found = await readList(id);
      if (!found) return undefined;
      const { bits, changedAt, key, ...list } = found;
      const document = statusListDocument({
        ...{ id: urls.statusList(id), issuer: urls.did(list.issuerId), purpose: 'revocation' },
        ...{ encodedList: await encodeStatusList(bits), validFrom: changedAt },
        ...(chooseListEnd ? { validUntil: chooseListEnd(clock()) } : { ttl: listTtlMs }),
      });
      const signer = await signers(list.issuerId, key).proof();
      return { ...list, document: await signStatusList(document, signer, changedAt) };
    },
    async statusListToken(id) {
      const found = await readList(id);
      if (!found) return undefined;
      const { bits, changedAt, key, ...list } = found;
      const now = clock();
      const { issuedAt, expires } = chooseListEnd
        ? { issuedAt: changedAt.getTime(), expires: chooseListEnd(now).getTime() }
        : chooseTokenPeriod(changedAt, now);
      const claims = await statusListClaims({
        ...{ uri: urls.statusListToken(id), list: bits },
        ...{ issuedAt: new Date(issuedAt), expires: new Date(expires) },
        ttl: chooseListEnd ? undefined : listTtlMs / 1_000,
      });
      const version = createHash('sha256').update(key.id).update(JSON.stringify(claims));
      const token = await signStatusListToken(claims, await signers(list.issuerId, key).jwt());
      const freshFor = expires - now.getTime() - tokenMarginMs;
      return { ...list, token, version: version.digest('base64url'), freshFor };
    },
  };
}

function findUsableEntry(
  sealer: Sealer,
  record: SigningRecord,
  keys: IssuerKeyRow[],
): Credential | undefined {
  if (record.keyId === null) return undefined;
  const key = keys.find(({ id }) => id === record.keyId);
  const { createdAt, revokedAt } = record;
  const needsOther = isNewKeyNeeded(sealer, key, { createdAt, isRevoked: revokedAt !== null });
  return !key || needsOther ? undefined : { ...record, key };
}

/** The Open Badges 3.0 credential without proof. */
function buildCredentialDocument(
  record: IssuedContent & SigningEntry,
  urls: Urls,
): Record<string, unknown> {
  return credentialDocument(collectFacts(record, urls));
}

/** A presentation that hands a credential to a wallet (VCALM 1.0, §Participate in an Exchange). */
export function createWalletOffer(credential: Record<string, unknown>) {
  return {
    verifiablePresentation: {
      '@context': [credentialsContext],
      type: ['VerifiablePresentation'],
      verifiableCredential: [credential],
    },
  };
}

function collectFacts(record: IssuedContent & SigningEntry, urls: Urls): CredentialFacts {
  const { id, salt, logoCid, listId, listIndex, credentialDetails } = record;
  return {
    id: urls.signed(id),
    name: record.badgeName,
    issuer: {
      id: urls.did(record.issuerId),
      name: record.issuerName,
      url: record.issuerUrl,
      email: record.issuerEmail,
      image: logoCid ? urls.image(logoCid) : undefined,
    },
    validFrom: record.issuedOn,
    validUntil: record.expires ?? undefined,
    subject: {
      id: `urn:uuid:${record.subjectId}`,
      identifiers: [
        {
          ...{ kind: 'emailAddress', hashed: true, salt },
          value: hashIdentity(record.recipientEmail, salt),
        },
        { kind: 'name', hashed: false, value: record.recipientName },
      ],
      narrative: credentialDetails?.narrative,
      results: collectResults(record, urls),
    },
    achievement: {
      id: urls.badge(record.badgeId),
      name: record.badgeName,
      description: record.description,
      criteria: { narrative: record.criteria },
      image: urls.image(record.imageCid),
      achievementType: record.details?.achievementType,
      creditsAvailable: record.details?.credits,
      language: record.details?.language,
      tags: record.details?.tags,
      alignments: record.details?.alignment,
      results: describeResults(record, urls),
    },
    evidence: credentialDetails?.evidence,
    status: { list: urls.statusList(listId), index: listIndex, purpose: 'revocation' },
  };
}

/** Result descriptions of the badge, such as a grade. */
function describeResults({ badgeId, details }: IssuedContent, urls: Urls) {
  return details?.attributes?.flatMap((attribute) => {
    const kind = getResultType(attribute);
    const { name } = attribute;
    return kind ? { id: `${urls.badge(badgeId)}#${encodeURIComponent(name)}`, name, kind } : [];
  });
}

function collectResults(record: IssuedContent, urls: Urls) {
  const described = describeResults(record, urls) ?? [];
  return record.credentialDetails?.attributes?.flatMap(({ name, value }) => {
    const result = described.find((each) => each.name === name);
    return result ? { describedBy: result.id, value } : [];
  });
}
