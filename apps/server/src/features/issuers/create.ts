import type { BodyOf, createIssuer as operation } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { newIdOf } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { keepImage, storeImage } from '../../platform/images/index.ts';
import { limitsOf } from '../accounts/index.ts';
import { recordAct } from '../audit/index.ts';
import { newCode, postCode } from './code.ts';
import type { IssuerDeps } from './deps.ts';
import { isProven } from './rules.ts';
import { countIssuersLocked, insertIssuer } from './store.ts';

export async function createIssuer(
  deps: IssuerDeps,
  who: Caller,
  input: BodyOf<typeof operation>,
): Promise<string> {
  const { db, clock } = deps;
  const now = clock();
  const proven = isProven(input.email, who.accountEmail);
  const logo =
    input.logo === undefined
      ? undefined
      : await storeImage(deps, 'logo', input.logo, { keepFormat: true, dropClear: true });
  const { code, codeHash } = newCode();
  const issuer = {
    id: newIdOf(who.accountId),
    accountId: who.accountId,
    name: input.name,
    url: input.url,
    email: input.email,
    logoCid: logo?.cid ?? null,
    linkedinOrganizationId: input.linkedinOrganizationId || null,
    codeHash,
    verifiedAt: proven ? now : null,
    createdAt: now,
  };
  await db.transaction().execute(async (trx) => {
    const used = await countIssuersLocked(trx, who.accountId);
    if (used >= limitsOf(who.plan).issuers) throw new Problem('issuer_limit_reached');
    if (logo) await keepImage(trx, logo, now);
    await insertIssuer(trx, issuer);
    await recordAct(trx, who, { action: 'createIssuer', target: issuer.id, fields: input }, now);
    if (!proven) await postCode(trx, deps, who, issuer, code);
  });
  return issuer.id;
}
