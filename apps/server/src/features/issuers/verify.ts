import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { equalBytes, sha256 } from '../../platform/secrets/crypto.ts';
import { recordAction } from '../audit/index.ts';
import type { IssuerDeps } from './deps.ts';
import { createIssuerCode, sendIssuerCode } from './issuer-code.ts';
import { parseIssuerCode } from './rules.ts';
import { findIssuer, lockIssuer, updateIssuerRow } from './store.ts';

/** Verifies with the right code. Repeating it succeeds. */
export async function verifyIssuer(
  deps: IssuerDeps,
  who: Caller,
  id: string,
  code: string,
): Promise<void> {
  const issuer = await findIssuer(deps.db, id);
  if (issuer?.accountId !== who.accountId) throw new Problem('issuer_not_found');
  if (!(await verifyIssuerCode(deps, id, code, who)))
    throw new Problem('invalid_verification_code');
}

/** Returns the issuer's name if the code is right. */
export async function verifyIssuerCode(
  { db, clock }: IssuerDeps,
  id: string,
  text: string,
  who?: Caller,
): Promise<string | undefined> {
  const hash = sha256(parseIssuerCode(text));
  return db.write(async (trx) => {
    const issuer = await lockIssuer(trx, id);
    if (!issuer || !equalBytes(issuer.codeHash, hash)) return undefined;
    if (!issuer.verifiedAt) {
      await updateIssuerRow(trx, { ...issuer, verifiedAt: clock() });
      const action = who ? 'verifyIssuer' : 'verifyIssuerLink';
      await recordAction(
        trx,
        who ?? { accountId: issuer.accountId },
        { action, target: id },
        clock(),
      );
    }
    return issuer.name;
  });
}

/** Invalidates the current code and emails a new one. */
export async function rotateIssuerCode(deps: IssuerDeps, who: Caller, id: string): Promise<void> {
  const { db, clock } = deps;
  const before = await findIssuer(db, id);
  if (before?.accountId !== who.accountId) throw new Problem('issuer_not_found');
  if (before.verifiedAt) throw new Problem('issuer_already_verified');
  await db.write(async (trx) => {
    const issuer = await lockIssuer(trx, id);
    if (issuer?.accountId !== who.accountId) throw new Problem('issuer_not_found');
    if (issuer.verifiedAt) throw new Problem('issuer_already_verified');
    const { code, codeHash } = createIssuerCode();
    await updateIssuerRow(trx, { ...issuer, codeHash });
    await sendIssuerCode(trx, deps, who, issuer, code);
    await recordAction(trx, who, { action: 'rotateIssuerCode', target: id }, clock());
  });
}
