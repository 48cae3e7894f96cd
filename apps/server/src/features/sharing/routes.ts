import * as contract from '@insignia/contract';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import {
  acceptAnything,
  clientAddress,
  type Implement,
  type Scope,
} from '../../platform/http/index.ts';
import { type PageTokens, paginate } from '../../platform/http/page-tokens.ts';
import { createPageScope } from '../../platform/pages/index.ts';
import { findCriteria, findNewestIds } from '../credentials/index.ts';
import { toMailItem } from './mail-item.ts';
import { countWrittenMails, type MailSearch, mailsPage, searchMails } from './mail-store.ts';
import {
  resendOne,
  type SendDeps,
  sendCredential,
  sendWrittenMails,
  shareCredential,
} from './send.ts';
import { sendVisitorMail, type VisitorMailDeps } from './send-visitor-mail.ts';
import { type UnsubscribeDeps, unsubscribePages } from './unsubscribe.ts';

type SharingDeps = SendDeps &
  VisitorMailDeps &
  UnsubscribeDeps & {
    cursors: PageTokens;
    /** False if emails are written to files. */
    hasMailServer: boolean;
  };

const pageSize = 50;
const MAX_COUNTED_MAILS = 10_000;

export function registerSharing(scope: Scope, deps: SharingDeps) {
  const unsubscribing = scope.within(createPageScope(deps.urls.base), (pages) =>
    // Email programs unsubscribe too, with any content type.
    pages.within(acceptAnything, ({ implement }) => unsubscribePages(implement, deps)),
  );
  return [sharingRoutes(scope.implement, deps), mailRoutes(scope.implement, deps), unsubscribing];
}

/** Operations that email a credential. */
function sharingRoutes(implement: Implement, deps: SharingDeps) {
  return implement(
    { ...contract.sendingOperations, ...contract.visitorOperations },
    {
      sendAward: async ({ params, body, who, once }) =>
        sendCredential(deps, who, params.awardId, body.email, once()),

      shareAward: async ({ params, body, who, once }) =>
        shareCredential(deps, who, params.awardId, body, once()),

      sendPublic: async ({ params, body, request }) => {
        await sendVisitorMail(deps, params.guid, body, clientAddress(request));
        return 'the credential was sent';
      },
    },
  );
}

function mailRoutes(implement: Implement, deps: SharingDeps) {
  const { db, urls, cursors, clock } = deps;

  const findSearched = async (
    accountId: string,
    filter: { search: string; searchField?: 'name' | 'email' | undefined },
  ): Promise<MailSearch> => {
    const criteria = await findCriteria(db, accountId, filter);
    // A short code names one credential, so its letters aren't searched for in addresses.
    if (criteria?.id !== undefined) return { amongIds: [criteria.id], words: undefined };
    return {
      amongIds: await findNewestIds(deps, accountId, filter, contract.MAX_SEARCHED_CREDENTIALS),
      words: filter.searchField === 'name' ? undefined : contract.fold(filter.search),
    };
  };

  return implement(contract.mailOperations, {
    listMail: async ({ query, who }) => {
      const { state, awardId, search, searchField, lastEvaluatedKey } = query;
      const page = paginate(cursors, 'mail', who.accountId, lastEvaluatedKey, pageSize);
      const credentialId = awardId === undefined ? undefined : readId(awardId);
      // An invalid id matches nothing, like an unknown one.
      if (awardId !== undefined && credentialId === undefined) return { items: [] };
      const filter = { state, credentialId };
      const searched = search
        ? await findSearched(who.accountId, { search, searchField })
        : undefined;
      const { rows, ...more } = await page((lastId, limit) => {
        const paging = { lastId, limit, now: clock() };
        return searched
          ? searchMails(db, who.accountId, filter, searched, paging)
          : mailsPage(db, who.accountId, filter, paging);
      });
      return { items: rows.map((row) => toMailItem(row, urls)), ...more };
    },

    resendMail: async ({ params, who }) => ({
      mailId: await resendOne(deps, who, params.mailId),
      state: 'queued' as const,
    }),

    countWrittenMail: async ({ who }) => {
      const found = await countWrittenMails(db, who.accountId, MAX_COUNTED_MAILS + 1);
      return { count: Math.min(found, MAX_COUNTED_MAILS), isMore: found > MAX_COUNTED_MAILS };
    },

    sendWrittenMail: async ({ who }) => {
      if (!deps.hasMailServer) throw new Problem('no_mail_server');
      const queued = await sendWrittenMails(deps, who);
      return { queued, left: await countWrittenMails(db, who.accountId, MAX_COUNTED_MAILS) };
    },
  });
}
