import { randomBytes } from 'node:crypto';
import type { Caller } from '../../kernel/caller.ts';
import { sha256 } from '../../platform/crypto.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type Letter, post } from '../../platform/mail/index.ts';
import type { Cap } from '../../platform/throttle.ts';
import type { IssuerDeps } from './deps.ts';
import { accountName, type IssuerRow } from './store.ts';

/** 128 bits: not to be guessed, so tries need no counting. Only the hash is kept. */
export function newCode(): { code: string; codeHash: Buffer } {
  const code = randomBytes(16).toString('hex');
  return { code, codeHash: sha256(code) };
}

/** Codes mailed to one address that has not asked for them. */
export const codeMails: Cap = { name: 'issuer-code-mails', points: 20, seconds: 3_600 };

export async function postCode(
  trx: Trx,
  { urls, clock }: IssuerDeps,
  who: Caller,
  issuer: IssuerRow,
  code: string,
): Promise<void> {
  const account = await accountName(trx, who.accountId);
  const from = { name: account, email: who.accountEmail };
  const letter = codeLetter(issuer, code, urls.verifyIssuer(issuer.id, code), from);
  const mail = { to: issuer.email, letter, kind: 'issuer-code', accountId: who.accountId } as const;
  await post(trx, [mail], clock());
}

function codeLetter(
  issuer: { name: string; url: string },
  code: string,
  url: string,
  account: { name: string; email: string },
): Letter {
  return {
    subject: 'Verify your issuer',
    before: [
      `${account.name} (${account.email}) wants to issue digital credentials in the name of “${issuer.name}” (${issuer.url}) and named this address as the issuer's.`,
      'If that is right, verify it with the button, or hand on the code:',
    ],
    button: { label: 'Verify this issuer', url },
    code,
    after: [
      `You do not know ${account.name}, or do not want this? Then do nothing: without the code no credential can be issued in this name.`,
      `To object, answer to ${account.email} or write to whoever runs this service.`,
    ],
  };
}
