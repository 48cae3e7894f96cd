import type { OperationBody, createIssuer as operation } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import { newRoutedId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { saveImage, storeImage } from '../../platform/images/index.ts';
import { planLimits } from '../accounts/index.ts';
import { recordAction } from '../audit/index.ts';
import type { IssuerDeps } from './deps.ts';
import { isAccountEmail } from './rules.ts';
import { insertIssuer, lockAndCountIssuers } from './store.ts';
import { createIssuerCode, sendIssuerCode } from './verify.ts';

export async function createIssuer(
  deps: Pick<IssuerDeps, 'db' | 'clock' | 'urls' | 'images' | 'takeStranger'>,
  who: Caller,
  input: OperationBody<typeof operation>,
): Promise<string> {
  const { db, clock } = deps;
  const now = clock();
  const proven = isAccountEmail(input.email, who.accountEmail);
  const logo =
    input.logo === undefined
      ? undefined
      : await storeImage(deps, 'logo', input.logo, { keepFormat: true, dropClear: true });
  const { code, codeHash } = createIssuerCode();
  const issuer = {
    id: newRoutedId(who.accountId),
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
  await db.write(async (trx) => {
    const used = await lockAndCountIssuers(trx, who.accountId);
    if (used >= planLimits(who.plan).issuers) throw new Problem('issuer_limit_reached');
    if (logo) await saveImage(trx, logo, now);
    await insertIssuer(trx, issuer);
    await recordAction(trx, who, { action: 'createIssuer', target: issuer.id, fields: input }, now);
    if (!proven) await sendIssuerCode(trx, deps, who, issuer, code);
  });
  return issuer.id;
}
