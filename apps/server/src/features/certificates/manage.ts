import { isDeepStrictEqual } from 'node:util';
import { MAX_CERTIFICATES, MAX_DESIGN_PICTURES } from '@insignia/contract';
import {
  findExcess,
  type IssuerDesign,
  isDrawable,
  listCertificatePictures,
  readIssuerDesign,
} from '@insignia/design';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId, readId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { computeEtag } from '../../platform/http/etag.ts';
import {
  findReply,
  type IdempotencyKey,
  type IdempotentReply,
  runIdempotent,
} from '../../platform/http/idempotency.ts';
import type { AssertMatches } from '../../platform/http/index.ts';
import { recordAction } from '../audit/index.ts';
import {
  countDesignBadges,
  filterOwnedPictures,
  listOutdatedBadges,
  saveDesignPictures,
  setBadgeDesigns,
} from '../badges/index.ts';
import {
  type ChooseDesigns,
  hasIssuer,
  isDefaultDesign,
  keepIssuerVersion,
  lockIssuer,
  setDefaultDesignVersion,
} from '../issuers/index.ts';
import { describeExcess, findDesignErrors, findKindErrors, findPictureErrors } from './rules.ts';
import {
  type CertificateRow,
  countCertificates,
  deleteUnusedVersions,
  findCertificate,
  findDesignsWith,
  findDesignVersion,
  hideCertificateRow,
  insertCertificate,
  insertVersion,
  lockCertificate,
  lockCertificateVersion,
  updateCertificateRow,
} from './store.ts';

export type CertificateDeps = {
  db: Database;
  clock: Clock;
  /** Starts a job that gives issued credentials of the locked badge or issuer its edition. */
  updateIssued: (
    trx: Trx,
    who: Caller,
    source: { badgeId: string } | { issuerId: string },
    now: Date,
  ) => Promise<string>;
};

/** Jobs that one request may start. */
const MAX_JOBS = 100;

/**
 * The design, or errors that its author can fix. The account must have its pictures. It may exceed
 * a limit as far as a saved design of the issuer with the same layers does.
 */
export async function requireDesign(
  db: Database | Trx,
  { accountId, issuerId }: { accountId: string; issuerId: string },
  value: unknown,
): Promise<IssuerDesign> {
  const read = readIssuerDesign(value);
  if ('errors' in read) throw new Problem('invalid_request', { details: findDesignErrors(value) });
  const excess = findExcess(read.design);
  const priors = excess ? await findDesignsWith(db, issuerId, excess.ids) : [];
  if (excess && !priors.some((prior) => !findExcess(read.design, prior)))
    throw new Problem('invalid_request', { details: [describeExcess(excess)] });
  const owned = await filterOwnedPictures(db, accountId, listCertificatePictures(read.design));
  const details = findPictureErrors(read.design, owned);
  if (details.length > 0) throw new Problem('invalid_request', { details });
  return read.design;
}

export async function requireIssuer(db: Database, who: Caller, issuerId: string): Promise<void> {
  if (!(await hasIssuer(db, who.accountId, issuerId))) throw new Problem('issuer_not_found');
}

export async function readCertificate(
  { db }: Pick<CertificateDeps, 'db'>,
  who: Caller,
  issuerId: string,
  id: string,
): Promise<CertificateRow> {
  await requireIssuer(db, who, issuerId);
  const row = await findCertificate(db, issuerId, id);
  if (!row) throw new Problem('certificate_not_found');
  return row;
}

/** A badge that chooses the design meanwhile doesn't conflict with a save. */
export const computeCertificateEtag = ({
  createdAt: _,
  badges: __,
  isDefault: ___,
  ...row
}: CertificateRow): string => computeEtag(row);

export async function createCertificateDesign(
  { db, clock }: CertificateDeps,
  who: Caller,
  issuerId: string,
  input: { name: string; design: unknown },
  once: IdempotencyKey | undefined,
): Promise<IdempotentReply<{ certificateId: string }>> {
  const now = clock();
  const earlier = await findReply<{ certificateId: string }>(db, who.accountId, once, now);
  if (earlier) return earlier;
  await requireIssuer(db, who, issuerId);
  return runIdempotent(db, who.accountId, once, now, async (trx) => {
    await requireLockedIssuer(trx, who, issuerId);
    const design = await requireDesign(trx, { ...who, issuerId }, input.design);
    if ((await countCertificates(trx, issuerId)) >= MAX_CERTIFICATES)
      throw new Problem('certificate_limit_reached');
    const id = newId();
    const { name } = input;
    const { kind } = design;
    await insertCertificate(trx, { id, accountId: who.accountId, issuerId, kind, name, now });
    await saveVersion(trx, { id, version: 1, design });
    const action = { action: 'createCertificate', target: issuerId, fields: input } as const;
    await recordAction(trx, who, action, now);
    return { certificateId: id };
  });
}

type Change = {
  name?: string | undefined;
  design?: unknown;
  applyToIssued?: boolean | undefined;
};

/** Returns the new ETag, and the jobs that update credentials. */
export async function updateCertificate(
  { db, clock, updateIssued }: CertificateDeps,
  who: Caller,
  { issuerId, id }: { issuerId: string; id: string },
  change: Change,
  assertMatches: AssertMatches,
): Promise<{ etag: string; jobIds: string[] }> {
  await requireIssuer(db, who, issuerId);
  const now = clock();
  return db.write(async (trx) => {
    await requireLockedIssuer(trx, who, issuerId);
    const before = await requireLockedCertificate(trx, issuerId, id);
    assertMatches(computeCertificateEtag(before));
    await saveChange(trx, who, { issuerId, before }, change, now);
    const action = { action: 'updateCertificate', target: issuerId, fields: change } as const;
    await recordAction(trx, who, action, now);
    const sources = change.applyToIssued ? await listOutdatedSources(trx, issuerId, id) : [];
    const jobIds: string[] = [];
    for (const source of sources) jobIds.push(await updateIssued(trx, who, source, now));
    const after = await findCertificate(trx, issuerId, id);
    return { etag: computeCertificateEtag(after ?? before), jobIds };
  });
}

async function saveChange(
  trx: Trx,
  { accountId }: Caller,
  { issuerId, before }: { issuerId: string; before: CertificateRow },
  change: Change,
  now: Date,
): Promise<void> {
  const { id } = before;
  const { name = before.name } = change;
  const design =
    change.design === undefined
      ? before.design
      : await requireDesign(trx, { accountId, issuerId }, change.design);
  const details = findKindErrors(before.design, design);
  if (details.length > 0) throw new Problem('invalid_request', { details });
  if (isDeepStrictEqual(design, before.design)) {
    const row = { id, name, version: before.version, now };
    if (name !== before.name) await updateCertificateRow(trx, row);
    return;
  }
  const version = before.version + 1;
  await saveVersion(trx, { id, version, design });
  await updateCertificateRow(trx, { id, name, version, now });
  await spreadVersion(trx, { issuerId, id, version });
  // Undo in the designer may restore removed pictures, so they are kept.
  const shown = listCertificatePictures(design);
  const letGo = listCertificatePictures(before.design).filter((cid) => !shown.includes(cid));
  await saveDesignPictures(trx, accountId, letGo, MAX_DESIGN_PICTURES, now);
  await deleteUnusedVersions(trx, [id]);
}

/** Gives badges and the brand with the design its new version, which starts editions of them. */
async function spreadVersion(
  trx: Trx,
  { issuerId, id, version }: { issuerId: string; id: string; version: number },
): Promise<void> {
  if (await isDefaultDesign(trx, issuerId, id)) {
    await keepIssuerVersion(trx, issuerId);
    await setDefaultDesignVersion(trx, issuerId, { id, version });
  }
  await setBadgeDesigns(trx, { id, version });
}

async function listOutdatedSources(
  trx: Trx,
  issuerId: string,
  id: string,
): Promise<({ badgeId: string } | { issuerId: string })[]> {
  const badges = await listOutdatedBadges(trx, id, MAX_JOBS + 1);
  if (badges.length > MAX_JOBS)
    throw invalid(
      'applyToIssued',
      `would update credentials of more than ${MAX_JOBS} badges. Send applyToIssued to PUT /badges/{badgeId} instead`,
    );
  const isDefault = await isDefaultDesign(trx, issuerId, id);
  return [...badges.map((badgeId) => ({ badgeId })), ...(isDefault ? [{ issuerId }] : [])];
}

/** Only listed badges block it. Issued credentials keep the versions of their editions. */
export async function deleteCertificate(
  { db, clock }: CertificateDeps,
  who: Caller,
  { issuerId, id }: { issuerId: string; id: string },
): Promise<void> {
  await requireIssuer(db, who, issuerId);
  await db.write(async (trx) => {
    await requireLockedIssuer(trx, who, issuerId);
    await requireLockedCertificate(trx, issuerId, id);
    const badges = await countDesignBadges(trx, id);
    const isDefault = await isDefaultDesign(trx, issuerId, id);
    if (badges > 0 || isDefault)
      throw new Problem('certificate_in_use', { text: describeUse(badges, isDefault) });
    await hideCertificateRow(trx, id, clock());
    await deleteUnusedVersions(trx, [id]);
    await recordAction(trx, who, { action: 'deleteCertificate', target: issuerId }, clock());
  });
}

function describeUse(badges: number, isDefault: boolean): string {
  const used = [
    ...(badges > 0 ? [`chosen by ${badges} badge(s)`] : []),
    ...(isDefault ? ["the brand's default"] : []),
  ];
  return `the certificate design is ${used.join(' and ')}: choose another one first`;
}

async function requireLockedIssuer(trx: Trx, who: Caller, issuerId: string): Promise<void> {
  const issuer = await lockIssuer(trx, issuerId);
  if (issuer?.accountId !== who.accountId) throw new Problem('issuer_not_found');
}

async function requireLockedCertificate(
  trx: Trx,
  issuerId: string,
  id: string,
): Promise<CertificateRow> {
  await lockCertificate(trx, id);
  const row = await findCertificate(trx, issuerId, id);
  if (!row) throw new Problem('certificate_not_found');
  return row;
}

async function saveVersion(
  trx: Trx,
  version: { id: string; version: number; design: IssuerDesign },
): Promise<void> {
  const pictures = listCertificatePictures(version.design);
  const saved = await insertVersion(trx, version, pictures);
  // A picture may have been deleted since it was checked.
  const details = findPictureErrors(version.design, saved);
  if (details.length > 0) throw new Problem('invalid_request', { details });
}

/**
 * A version that an edition names. Undefined if drawing it could take minutes, which designs of
 * archives may: its credentials then have the look of the brand.
 */
export async function findDrawableDesign(
  db: Database,
  id: string,
  version: number,
): Promise<IssuerDesign | undefined> {
  const design = await findDesignVersion(db, id, version);
  return design && isDrawable(design) ? design : undefined;
}

/** Finds the current versions of the designs that a badge or brand chooses. */
export const chooseDesigns: ChooseDesigns = async (trx, issuerId, { certificateId, cardId }) => {
  const certificate = await chooseVersion(trx, issuerId, 'certificate', certificateId);
  const card = await chooseVersion(trx, issuerId, 'card', cardId);
  return {
    ...(certificate && { certificateId: certificate.id, certificateVersion: certificate.version }),
    ...(card && { cardId: card.id, cardVersion: card.version }),
  };
};

async function chooseVersion(
  trx: Trx,
  issuerId: string,
  kind: IssuerDesign['kind'],
  chosen: string | null | undefined,
): Promise<{ id: string; version: number } | { id: null; version: null } | undefined> {
  if (chosen === undefined) return undefined;
  if (chosen === null) return { id: null, version: null };
  const id = readId(chosen);
  const version = id && (await lockCertificateVersion(trx, { issuerId, kind, id }));
  if (!id || !version) throw new Problem('certificate_not_found');
  return { id, version };
}
