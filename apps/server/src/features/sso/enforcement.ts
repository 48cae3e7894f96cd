import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import { queueMails } from '../../platform/mail/index.ts';
import { recordAction } from '../audit/index.ts';
import { type AdmitSession, accountMailKind } from '../people/index.ts';
import { breakGlassEmail } from './emails.ts';
import { type BreakGlassUse, readSignInRules } from './store.ts';

type EnforcementDeps = { db: Database; clock: Clock; urls: Urls };

/**
 * Refuses other ways to sign in to members who must use their identity provider. Emails the
 * break-glass owner at each use, before the session exists, so that none goes unnoticed.
 */
export function createAdmitSession({ db, clock, urls }: EnforcementDeps): AdmitSession {
  return async ({ personId, openedBy, openSso, isFirstStep }) => {
    if (openedBy === 'sso') return;
    const { isRequired, hasSecondStep, uses } = await readSignInRules(db, personId, openSso);
    if (isRequired) throw new Problem('sso_required');
    // Wait for the session that the second step opens.
    if (isFirstStep && hasSecondStep) return;
    if (uses.length > 0) await db.write((trx) => reportUses(trx, uses));
  };

  async function reportUses(trx: Parameters<typeof queueMails>[0], uses: BreakGlassUse[]) {
    const now = clock();
    for (const { accountId, memberId, personId, email, account } of uses) {
      const content = breakGlassEmail(account, now, urls.dashboard);
      await queueMails(trx, [{ to: email, email: content, kind: accountMailKind, accountId }], now);
      const act = { action: 'useBreakGlass', target: memberId } as const;
      await recordAction(trx, { accountId, personId }, act, now);
    }
  }
}
