import * as contract from '@insignia/contract';
import { readId } from '../../kernel/id.ts';
import { paginate } from '../../platform/cursors.ts';
import type { Router } from '../../platform/http/index.ts';
import { newestFound } from '../credentials/index.ts';
import type { SharingDeps } from './deps.ts';
import { type MailRow, mailsPage } from './mail-store.ts';
import { resend } from './resend.ts';

const pageSize = 50;

export function mailRoutes(route: Router, deps: SharingDeps): void {
  const { db, urls, cursors } = deps;

  const item = ({ id, credentialId, createdAt, doneAt, ...row }: MailRow) => ({
    ...row,
    mailId: id,
    awardId: credentialId ? urls.credential(credentialId) : null,
    createdAt: createdAt.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
  });

  route(contract.listMail, async ({ query, who }) => {
    const { state, awardId, search, searchField, lastEvaluatedKey } = query;
    const page = paginate(cursors, 'mail', who.accountId, lastEvaluatedKey, pageSize);
    const credentialId = awardId === undefined ? undefined : readId(awardId);
    // An id that is none matches nothing, as an unknown one.
    if (awardId !== undefined && credentialId === undefined) return { items: [] };
    const amongIds = search
      ? await newestFound(
          deps,
          who.accountId,
          { search, searchField },
          contract.mostSearchedCredentials,
        )
      : undefined;
    const { rows, ...more } = await page((last, most) =>
      mailsPage(db, who.accountId, { state, credentialId, amongIds }, last, most),
    );
    return { items: rows.map(item), ...more };
  });

  route(contract.resendMail, async ({ params, who }) => ({
    mailId: await resend(deps, who, params.mailId),
    state: 'queued' as const,
  }));
}
