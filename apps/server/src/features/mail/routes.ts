import * as contract from '@insignia/contract';
import { z } from 'zod';
import { readId } from '../../kernel/id.ts';
import type { Router } from '../../platform/http/index.ts';
import { pageOf } from '../../platform/page-tokens.ts';
import type { MailDeps } from './deps.ts';
import { resend } from './resend.ts';
import { type MailRow, mailsPage } from './store.ts';

const pageSize = 50;

export function mailRoutes(route: Router, deps: MailDeps): void {
  const { db, urls, pages } = deps;

  const item = ({ id, credentialId, createdAt, doneAt, ...row }: MailRow) => ({
    ...row,
    mailId: id,
    awardId: credentialId ? urls.award(credentialId) : null,
    createdAt: createdAt.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
  });

  route(
    'listMail',
    {
      query: contract.listMail,
      reply: z.object({
        items: z.array(contract.mailItem),
        lastEvaluatedKey: z.string().optional(),
      }),
      errors: ['invalid_page_token'],
    },
    async ({ query: { state, awardId, lastEvaluatedKey }, who }) => {
      const page = pageOf(pages, 'mail', who.accountId, lastEvaluatedKey, pageSize);
      const credentialId = awardId === undefined ? undefined : readId(awardId);
      // An id that is none matches nothing, as an unknown one.
      if (awardId !== undefined && credentialId === undefined) return { items: [] };
      const { rows, ...more } = await page((last, most) =>
        mailsPage(db, who.accountId, { state, credentialId }, last, most),
      );
      return { items: rows.map(item), ...more };
    },
  );

  route(
    'resendMail',
    {
      params: z.object({ mailId: contract.idOrUrl }),
      reply: z.object({ mailId: z.string(), state: z.literal('queued') }),
      errors: ['mail_not_found', 'mail_not_resendable', 'recipient_unsubscribed'],
    },
    async ({ params, who }) => ({
      mailId: await resend(deps, who, params.mailId),
      state: 'queued' as const,
    }),
  );
}
