import type { BodyOf, updateIssuer as operation } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { AssertMatches } from '../../platform/http/index.ts';
import { keepImage, storeImage } from '../../platform/images/index.ts';
import { recordAct } from '../audit/index.ts';
import { newCode, postCode } from './code.ts';
import type { IssuerDeps } from './deps.ts';
import { etagOfIssuer } from './reply.ts';
import { decideUpdate } from './rules.ts';
import { type IssuerRow, issuerById, issuerLocked, updateIssuerRow } from './store.ts';

type Change = BodyOf<typeof operation>;

export async function updateIssuer(
  deps: IssuerDeps,
  who: Caller,
  id: string,
  change: Change,
  assertMatches: AssertMatches,
): Promise<string> {
  const { db, clock } = deps;
  const before = await issuerById(db, id);
  refuseStranger(before, who);
  assertMatches(etagOfIssuer(deps.urls, before));
  const foreseen = decideUpdate(
    { verified: before.verifiedAt !== null, email: before.email },
    change,
    who.accountEmail,
  );
  if ('refuse' in foreseen) throw new Problem(foreseen.refuse);
  const logo = change.logo
    ? await storeImage(deps, 'logo', change.logo, { keepFormat: true, dropClear: true })
    : undefined;
  const now = clock();
  const etag = await db.transaction().execute(async (trx) => {
    const issuer = await issuerLocked(trx, id);
    refuseStranger(issuer, who);
    assertMatches(etagOfIssuer(deps.urls, issuer));
    const state = { verified: issuer.verifiedAt !== null, email: issuer.email };
    const decision = decideUpdate(state, change, who.accountEmail);
    if ('refuse' in decision) throw new Problem(decision.refuse);
    if ('keep' in decision) return etagOfIssuer(deps.urls, issuer);
    if (logo) await keepImage(trx, logo, now);
    await recordAct(trx, who, { action: 'updateIssuer', target: id, fields: change }, now);
    const edited = apply(issuer, change, logo?.cid);
    if (decision.verify !== 'stays')
      return etagOfIssuer(deps.urls, await startAgain(trx, edited, decision.verify === 'now'));
    await updateIssuerRow(trx, edited);
    return etagOfIssuer(deps.urls, edited);
  });
  await deps.changed(id);
  return etag;

  async function startAgain(trx: Trx, issuer: IssuerRow, proven: boolean): Promise<IssuerRow> {
    const { code, codeHash } = newCode();
    const again = { ...issuer, codeHash, verifiedAt: proven ? now : null };
    await updateIssuerRow(trx, again);
    if (!proven) await postCode(trx, deps, who, issuer, code);
    return again;
  }
}

function apply(issuer: IssuerRow, change: Change, logoCid: string | undefined): IssuerRow {
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
function refuseStranger(issuer: IssuerRow | undefined, who: Caller): asserts issuer is IssuerRow {
  if (!issuer) throw new Problem('issuer_not_found');
  if (issuer.accountId !== who.accountId) throw new Problem('not_authorized');
}
