import { createHash } from 'node:crypto';
import { fillShareText } from '@insignia/contract';
import {
  assertionDocument,
  badgeDocument,
  hashIdentity,
  issuerDocument,
  revokedDocument,
} from '@insignia/openbadges';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import { createBatchLoader, type Database, type Replicas } from '../../platform/db/index.ts';
import { type PreparedResponse, prepareResponse } from '../../platform/http/index.ts';
import { type CachedBytes, toBuffer } from '../../platform/memory/own-memory.ts';
import {
  cacheTag,
  credentialCacheTags,
  findErasedCredentials,
  findPublishedCredential,
  getPublicTexts,
} from '../published/index.ts';
import {
  findPublicBadge,
  findPublicCredentials,
  findPublicIssuer,
  pickDocumentIds,
} from './store.ts';

export type Documents = {
  issuer: (id: string, ld: boolean) => Promise<PreparedResponse>;
  badge: (id: string, ld: boolean) => Promise<PreparedResponse>;
  credential: (id: string, ld: boolean) => Promise<PreparedResponse>;
  shareText: (id: string) => Promise<PreparedResponse>;
};

type Options = { status?: number; maxAge?: number };

/** Builds public documents as bytes ready to send. */
function createDocuments(db: Database, urls: Urls): Documents {
  const prepare = (
    document: object,
    ld: boolean,
    cacheTags: string[],
    { status = 200, maxAge = 300 }: Options = {},
  ): PreparedResponse => {
    const type = ld ? 'application/ld+json' : 'application/json; charset=utf-8';
    return prepareResponse({
      ...{ status, type, body: JSON.stringify(document) },
      cache: status === 200 ? `public, max-age=${maxAge}` : 'no-store',
      headers: ['vary', 'Accept', 'access-control-allow-origin', '*'],
      form: type,
      cacheTags,
    });
  };

  const missing = async (id: string): Promise<Problem> =>
    new Problem((await isErased(id)) ? 'credential_gone' : 'credential_not_found');
  const isErased = createBatchLoader((ids) => findErasedCredentials(db, ids));
  const readPublic = createBatchLoader((ids) => findPublicCredentials(db, ids));
  return {
    async issuer(id, ld) {
      const issuer = await findPublicIssuer(db, id);
      if (!issuer) throw new Problem('issuer_not_found');
      const { name, url, email, logoCid } = issuer;
      const image = logoCid ? urls.image(logoCid) : undefined;
      const document = issuerDocument({
        id: urls.issuer(id),
        name,
        url,
        email,
        image,
        allowedOrigins: urls.host,
      });
      const cacheTags = [cacheTag.issuer(id), cacheTag.account(issuer.accountId)];
      return prepare(document, ld, cacheTags);
    },
    async badge(id, ld) {
      const badge = await findPublicBadge(db, id);
      if (!badge) throw new Problem('badge_not_found');
      const { name, description, criteria, imageCid, issuerId, details } = badge;
      const document = badgeDocument({
        id: urls.badge(id),
        name,
        description,
        criteria,
        image: urls.image(imageCid),
        issuer: urls.issuer(issuerId),
        tags: details?.tags,
        alignment: details?.alignment,
      });
      const cacheTags = [cacheTag.badge(id), cacheTag.account(badge.accountId)];
      return prepare(document, ld, cacheTags);
    },
    async credential(id, ld) {
      const credential = await readPublic(id);
      if (!credential) throw await missing(id);
      const cacheTags = [cacheTag.credential(id), cacheTag.account(credential.accountId)];
      const revocationReason = credential.revocationReason ?? undefined;
      const revoked = credential.revokedAt !== null;
      if (revoked && ld)
        return prepare(
          revokedDocument({ id: urls.credential(id), revocationReason }),
          ld,
          cacheTags,
          { status: 410 },
        );
      const document = assertionDocument({
        id: urls.credential(id),
        identity: hashIdentity(credential.recipientEmail),
        badge: urls.badge(credential.badgeId),
        image: urls.bakedImage(id),
        issuedOn: credential.issuedOn,
        expires: credential.expires ?? undefined,
        revoked,
        revocationReason,
        narrative: credential.details?.narrative,
        evidence: credential.details?.evidence,
      });
      return prepare(document, ld, cacheTags, { maxAge: revoked ? 30 : 300 });
    },
    async shareText(id) {
      const credential = await findPublishedCredential(db, id);
      if (!credential) throw await missing(id);
      const { badgeName, issuerName, recipientName } = credential;
      const values = {
        badge_name: badgeName,
        issuer_name: issuerName,
        recipient_name: recipientName,
      };
      const text = fillShareText(
        credential.shareText ?? getPublicTexts(credential.brand.language).share.text,
        values,
      );
      return prepare({ text }, false, credentialCacheTags(credential));
    },
  };
}

/** Reads public documents from replicas, if there are any. */
export function createReplicaDocuments(
  db: Database,
  urls: Urls,
  replicas: Replicas | undefined,
): Documents {
  if (!replicas) return createDocuments(db, urls);
  const read = replicas.reading((from) => createDocuments(from, urls));
  return {
    issuer: (id, ld) => read((from) => from.issuer(id, ld)),
    badge: (id, ld) => read((from) => from.badge(id, ld)),
    credential: (id, ld) => read((from) => from.credential(id, ld)),
    shareText: (id) => read((from) => from.shareText(id)),
  };
}

export type DocumentChecksum = {
  url: string;
  sha256: string;
  /** As earlier backups have it: letters outside ASCII were encoded twice. */
  formerSha256: string;
};

const MAX_CREDENTIALS = 20;

/** Public documents of some credentials with their badges and issuers. */
export async function hashPublicDocuments(db: Database, urls: Urls): Promise<DocumentChecksum[]> {
  const documents = createDocuments(db, urls);
  const found = new Map<string, DocumentChecksum>();
  const add = async (
    kind: 'credential' | 'badge' | 'issuer',
    id: string,
    ld: boolean,
  ): Promise<void> => {
    const url = urls[kind](id);
    if (found.has(url)) return;
    const { body } = await documents[kind](id, ld);
    const hash = (bytes: CachedBytes) => createHash('sha256').update(bytes).digest('hex');
    found.set(url, { url, sha256: hash(toBuffer(body)), formerSha256: hash(body) });
  };
  for (const { credentialId, badgeId, issuerId } of await pickDocumentIds(db, MAX_CREDENTIALS)) {
    await add('credential', credentialId, true);
    await add('badge', badgeId, true);
    await add('issuer', issuerId, true);
  }
  return [...found.values()];
}
