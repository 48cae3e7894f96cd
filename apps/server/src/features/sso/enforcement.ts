import { sql } from 'kysely';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import { queueMails } from '../../platform/mail/index.ts';
import { recordAction } from '../audit/index.ts';
import { type AdmitSession, accountMailKind } from '../people/index.ts';
import { breakGlassEmail } from './emails.ts';
import { enforcedConnection } from './sql.ts';

export const signInsTotal = 'insignia_sign_ins_total';

type EnforcementDeps = { db: Database; clock: Clock; urls: Urls };

/**
 * Refuses other ways to sign in to members who must use their identity provider. Emails the
 * break-glass owner at each use, before the session exists, so that none goes unnoticed.
 */
export function createAdmitSession({ db, clock, urls }: EnforcementDeps): AdmitSession {
  return async ({ personId, openedBy, isFirstStep }) => {
    const count = () => db.figures.add(signInsTotal, { method: openedBy ?? 'unknown' });
    if (openedBy === 'sso') return count();
    const { isRequired, hasSecondStep, uses } = await readRules(db, personId);
    if (isRequired) throw new Problem('sso_required');
    // Wait for the session that the second step opens.
    if (isFirstStep && hasSecondStep) return;
    count();
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

type BreakGlassUse = {
  accountId: string;
  memberId: string;
  personId: string;
  email: string;
  account: string;
};
type Rules = { isRequired: boolean; hasSecondStep: boolean; uses: BreakGlassUse[] };

async function readRules(db: Database, personId: string): Promise<Rules> {
  const { rows } = await sql<Rules>`
    select coalesce(u."twoFactorEnabled", false) as "hasSecondStep",
      exists (select 1 from members m where m.person_id = u.id and m.status = 'active'
        and ${enforcedConnection('m', 'u')} is not null) as "isRequired",
      coalesce((select jsonb_agg(jsonb_build_object('accountId', a.id, 'memberId', m.id, 'personId', u.id,
          'email', u.email, 'account', a.name))
        from sso_connections c join accounts a on a.id = c.account_id
          join members m on m.account_id = a.id and m.person_id = u.id and m.role = 'owner'
        where c.break_glass_id = u.id and c.enforced and c.disabled_at is null
          and exists (select 1 from sso_domains d where d.connection_id = c.id and d.verified_at is not null)), '[]'::jsonb) as uses
    from auth."user" u where u.id = ${personId}`.execute(db);
  return rows[0] ?? { isRequired: false, hasSecondStep: false, uses: [] };
}
