import { randomBytes } from 'node:crypto';
import type { Caller } from '../../kernel/caller.ts';
import { describeSender, plainName } from '../../kernel/plain-text.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type EmailContent, type MailKind, queueMails } from '../../platform/mail/index.ts';
import { equalBytes, sha256 } from '../../platform/secrets/crypto.ts';
import { recordAction } from '../audit/index.ts';
import { findAccountAddress } from '../people/index.ts';
import type { IssuerDeps } from './deps.ts';
import { parseIssuerCode } from './rules.ts';
import {
  findIssuer,
  type IssuerRow,
  lockIssuer,
  readAccountName,
  updateIssuerRow,
} from './store.ts';

/** Verifies with the right code. Repeating it succeeds. */
export async function verifyIssuer(
  deps: Pick<IssuerDeps, 'db' | 'clock'>,
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
  { db, clock }: Pick<IssuerDeps, 'db' | 'clock'>,
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
export async function rotateIssuerCode(
  deps: Pick<IssuerDeps, 'db' | 'clock' | 'urls' | 'takeStranger'>,
  who: Caller,
  id: string,
): Promise<void> {
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

export const issuerCodeMailKind: MailKind = {
  name: 'issuer-code',
  queue: 'awaited',
  goesToStrangers: true,
};

/** 128 bits, so guessing is impossible and attempts aren't counted. Only the hash is stored. */
export function createIssuerCode(): { code: string; codeHash: Buffer } {
  const code = randomBytes(16).toString('hex');
  return { code, codeHash: sha256(code) };
}

export async function sendIssuerCode(
  trx: Trx,
  { urls, clock, takeStranger }: Pick<IssuerDeps, 'urls' | 'clock' | 'takeStranger'>,
  who: Caller,
  issuer: IssuerRow,
  code: string,
): Promise<void> {
  await takeStranger(trx, who, issuer.email);
  const account = await readAccountName(trx, who.accountId);
  const address = await findAccountAddress(trx, who);
  const from = { name: plainName(account, 'Someone'), email: address };
  const email = issuerCodeEmail(
    plainName(issuer.name, 'an organization'),
    code,
    urls.verifyIssuer(issuer.id, code),
    from,
  );
  const mail = { to: issuer.email, email, kind: issuerCodeMailKind, accountId: who.accountId };
  await queueMails(trx, [mail], clock());
}

function issuerCodeEmail(
  issuer: string,
  code: string,
  url: string,
  account: { name: string; email: string | undefined },
): EmailContent {
  const readers = account.email === undefined ? '' : `${account.email} or to `;
  return {
    subject: `Approve an issuer: ${issuer}`,
    before: [
      `${describeSender(account.name, account.email)} wants to issue digital credentials as “${issuer}” and entered this email address for it.`,
      `To approve, select the button. Or send this code to ${account.name}:`,
    ],
    button: { label: 'Verify issuer', url },
    code,
    after: [
      `If you don’t know ${account.name} or don’t approve, ignore this email. Without your approval, this issuer can’t issue credentials.`,
      `To object, write to ${readers}the operator of this service.`,
    ],
  };
}
