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
import { findStatusList } from './status-store.ts';

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
  const { db, clock, urls, sealer, opened, issuerCacheTag: sourceOfIssuer, chooseListEnd } = deps;
  const keysNeeded = (issuerId: string, now: Date, known: IssuerKeyRow[]) =>
    ensureKeys({ ...deps, issuerId, now, known });
  const signers = (issuerId: string, key: IssuerKeyRow): Signers =>
    opened.get(key.id, sourceOfIssuer(issuerId), () =>
      createSigners(sealer, urls.did(issuerId), key),
    );
  /** Undefined if the credential has changed since it was read. */
  const readOrAssign = async (
    id: string,
    read: SigningRecordWithKeys,
  ): Promise<Credential | undefined> => {
    const { known: stated } = read;
    const { issuerId } = stated;
    const now = clock();
    const keys = stated.isClosed ? read.keys : await keysNeeded(issuerId, now, read.keys);
    const known = findUsableEntry(sealer, stated, keys);
    if (known || stated.isClosed) return known;
    const entryRequest = { id, issuerId, keys, sealer, now };
    const fixed =
      (await assignFirstEntry(db, stated, entryRequest)) ??
      (await db.write((trx) => assignEntry(trx, stated, entryRequest)));
    // Nothing else of what was read before can have changed.
    return fixed && { ...stated, ...fixed, revokedAt: fixed.isRevoked ? now : null };
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
        if (signed || read.known.isClosed) return signed;
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
  known: SigningRecord,
  keys: IssuerKeyRow[],
): Credential | undefined {
  if (known.keyId === null) return undefined;
  const key = keys.find(({ id }) => id === known.keyId);
  const { createdAt, revokedAt } = known;
  const needsOther = isNewKeyNeeded(sealer, key, { createdAt, isRevoked: revokedAt !== null });
  return !key || needsOther ? undefined : { ...known, key };
}

/** The Open Badges 3.0 credential without proof. */
function buildCredentialDocument(
  stated: IssuedContent & SigningEntry,
  urls: Urls,
): Record<string, unknown> {
  return credentialDocument(collectFacts(stated, urls));
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

function collectFacts(stated: IssuedContent & SigningEntry, urls: Urls): CredentialFacts {
  const { id, salt, logoCid, listId, listIndex, credentialDetails } = stated;
  return {
    id: urls.signed(id),
    name: stated.badgeName,
    issuer: {
      id: urls.did(stated.issuerId),
      name: stated.issuerName,
      url: stated.issuerUrl,
      email: stated.issuerEmail,
      image: logoCid ? urls.image(logoCid) : undefined,
    },
    validFrom: stated.issuedOn,
    validUntil: stated.expires ?? undefined,
    subject: {
      id: `urn:uuid:${stated.subjectId}`,
      identifiers: [
        {
          ...{ kind: 'emailAddress', hashed: true, salt },
          value: hashIdentity(stated.recipientEmail, salt),
        },
        { kind: 'name', hashed: false, value: stated.recipientName },
      ],
      narrative: credentialDetails?.narrative,
      results: collectResults(stated, urls),
    },
    achievement: {
      id: urls.badge(stated.badgeId),
      name: stated.badgeName,
      description: stated.description,
      criteria: { narrative: stated.criteria },
      image: urls.image(stated.imageCid),
      achievementType: stated.details?.achievementType,
      creditsAvailable: stated.details?.credits,
      language: stated.details?.language,
      tags: stated.details?.tags,
      alignments: stated.details?.alignment,
      results: describeResults(stated, urls),
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

function collectResults(stated: IssuedContent, urls: Urls) {
  const described = describeResults(stated, urls) ?? [];
  return stated.credentialDetails?.attributes?.flatMap(({ name, value }) => {
    const result = described.find((each) => each.name === name);
    return result ? { describedBy: result.id, value } : [];
  });
}
