import { randomBytes } from 'node:crypto';
import type { Caller } from '../../kernel/caller.ts';
import { plainName } from '../../kernel/plain-text.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type EmailContent, type MailKind, queueMails } from '../../platform/mail/index.ts';
import { sha256 } from '../../platform/secrets/crypto.ts';
import type { IssuerDeps } from './deps.ts';
import { type IssuerRow, readAccountName } from './store.ts';

export const issuerCodeMailKind: MailKind = {
  name: 'issuer-code',
  isAwaited: true,
  goesToStrangers: true,
};

/** 128 bits, so guessing is impossible and attempts aren't counted. Only the hash is stored. */
export function createIssuerCode(): { code: string; codeHash: Buffer } {
  const code = randomBytes(16).toString('hex');
  return { code, codeHash: sha256(code) };
}

export async function sendIssuerCode(
  trx: Trx,
  { urls, clock, takeStranger }: IssuerDeps,
  who: Caller,
  issuer: IssuerRow,
  code: string,
): Promise<void> {
  await takeStranger(trx, who, issuer.email);
  const account = await readAccountName(trx, who.accountId);
  const from = { name: plainName(account, 'Someone'), email: who.accountEmail };
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
  account: { name: string; email: string },
): EmailContent {
  return {
    subject: 'Verify your issuer',
    before: [
      `${account.name} (${account.email}) wants to issue digital credentials as “${issuer}” and entered this email address for it.`,
      'To approve, select the button or send this code to the person who asked for it:',
    ],
    button: { label: 'Verify issuer', url },
    code,
    after: [
      `If you don’t know ${account.name} or don’t approve, ignore this email. Without the code, nobody can issue credentials in this name.`,
      `To object, write to ${account.email} or to the operator of this service.`,
    ],
  };
}
