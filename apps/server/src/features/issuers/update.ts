import type {
  getIssuer,
  OperationBody,
  OperationPayload,
  updateIssuer as operation,
} from '@insignia/contract';
import { toAddressKey } from '../../kernel/address-key.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Trx } from '../../platform/db/index.ts';
import { computeEtag } from '../../platform/http/etag.ts';
import type { AssertMatches } from '../../platform/http/index.ts';
import { saveImage, storeImage } from '../../platform/images/index.ts';
import { recordAction } from '../audit/index.ts';
import { findOwnerAddresses } from '../people/index.ts';
import type { IssuerDeps } from './deps.ts';
import { decideUpdate, isSameEdition } from './rules.ts';
import {
  findIssuer,
  type IssuerRow,
  keepIssuerVersion,
  lockBadgesAndFindCredential,
  lockIssuer,
  updateIssuerRow,
} from './store.ts';
import { createIssuerCode, sendIssuerCode } from './verify.ts';

type Change = OperationBody<typeof operation>;

export async function updateIssuer(
  deps: Pick<IssuerDeps, 'db' | 'clock' | 'urls' | 'images' | 'takeStranger' | 'invalidateIssuer'>,
  who: Caller,
  id: string,
  change: Change,
  assertMatches: AssertMatches,
): Promise<string> {
  const { db, clock } = deps;
  const before = await findIssuer(db, id);
  requireOwnIssuer(before, who);
  assertMatches(computeIssuerEtag(deps.urls, before));
  const own = await findOwnerAddresses(db, who);
  const isOwn = (email: string) => own.includes(toAddressKey(email));
  const foreseen = decideUpdate(
    { verified: before.verifiedAt !== null, email: before.email },
    change,
    isOwn,
  );
  if ('refuse' in foreseen) throw new Problem(foreseen.refuse);
  const logo = change.logo
    ? await storeImage(deps, 'logo', change.logo, { keepFormat: true, dropClear: true })
    : undefined;
  const now = clock();
  const etag = await db.write(async (trx) => {
    const issuer = await lockIssuer(trx, id);
    requireOwnIssuer(issuer, who);
    assertMatches(computeIssuerEtag(deps.urls, issuer));
    const state = { verified: issuer.verifiedAt !== null, email: issuer.email };
    const decision = decideUpdate(state, change, isOwn);
    if ('refuse' in decision) throw new Problem(decision.refuse);
    if ('keep' in decision) return computeIssuerEtag(deps.urls, issuer);
    if (logo) await saveImage(trx, logo, now);
    await recordAction(trx, who, { action: 'updateIssuer', target: id, fields: change }, now);
    const edited = applyChange(issuer, change, logo?.cid);
    if (!isSameEdition(issuer, edited)) await keepIssuerVersion(trx, id);
    if (decision.verify !== 'stays')
      return computeIssuerEtag(deps.urls, await startAgain(trx, edited, decision.verify === 'now'));
    await updateIssuerRow(trx, edited);
    return computeIssuerEtag(deps.urls, edited);
  });
  await deps.invalidateIssuer(id);
  return etag;

  async function startAgain(trx: Trx, issuer: IssuerRow, proven: boolean): Promise<IssuerRow> {
    const { code, codeHash } = createIssuerCode();
    const again = { ...issuer, codeHash, verifiedAt: proven ? now : null };
    await updateIssuerRow(trx, again);
    if (!proven) await sendIssuerCode(trx, deps, who, issuer, code);
    return again;
  }
}

/** Credentials refer to the name, so it stays once the first is issued, even if that is revoked. */
export async function correctIssuerName(
  {
    db,
    clock,
    urls,
    invalidateIssuer,
  }: Pick<IssuerDeps, 'db' | 'clock' | 'urls' | 'invalidateIssuer'>,
  who: Caller,
  id: string,
  name: string,
  assertMatches: AssertMatches,
): Promise<string> {
  const etag = await db.write(async (trx) => {
    const issuer = await lockIssuer(trx, id);
    if (issuer?.accountId !== who.accountId) throw new Problem('issuer_not_found');
    assertMatches(computeIssuerEtag(urls, issuer));
    if (await lockBadgesAndFindCredential(trx, id)) throw new Problem('issuer_has_credentials');
    const corrected = { ...issuer, name };
    await updateIssuerRow(trx, corrected);
    const action = { action: 'correctIssuerName', target: id, fields: { name } } as const;
    await recordAction(trx, who, action, clock());
    return computeIssuerEtag(urls, corrected);
  });
  await invalidateIssuer(id);
  return etag;
}

function applyChange(issuer: IssuerRow, change: Change, logoCid: string | undefined): IssuerRow {
  return {
    ...issuer,
    name: change.name ?? issuer.name,
    url: change.url ?? issuer.url,
    email: change.email ?? issuer.email,
    logoCid: logoCid ?? (change.logo === '' ? null : issuer.logoCid),
    linkedinOrganizationId:
      (change.linkedinOrganizationId ?? issuer.linkedinOrganizationId) || null,
  };
}

/**
 * The contract's one exception: another account's issuer is `not authorized`, an unknown one is not
 * found (interface specification §7).
 */
function requireOwnIssuer(issuer: IssuerRow | undefined, who: Caller): asserts issuer is IssuerRow {
  if (!issuer) throw new Problem('issuer_not_found');
  if (issuer.accountId !== who.accountId) throw new Problem('not_authorized');
}

export function toIssuerReply(urls: Urls, row: IssuerRow): OperationPayload<typeof getIssuer> {
  return {
    id: urls.issuer(row.id),
    name: row.name,
    url: row.url,
    email: row.email,
    verified: row.verifiedAt !== null,
    timestamp: row.createdAt.getTime(),
    ...(row.logoCid ? { logo: urls.image(row.logoCid) } : {}),
    ...(row.linkedinOrganizationId ? { linkedinOrganizationId: row.linkedinOrganizationId } : {}),
  };
}

export const computeIssuerEtag = (urls: Urls, row: IssuerRow): string =>
  computeEtag(toIssuerReply(urls, row));
