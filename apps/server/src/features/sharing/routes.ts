import * as contract from '@insignia/contract';
import { readId } from '../../kernel/id.ts';
import { normalizeMailbox, plainSubject, removeLinks } from '../../kernel/plain-text.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import {
  acceptAnything,
  clientAddress,
  type Implement,
  type Scope,
} from '../../platform/http/index.ts';
import { type PageTokens, paginate } from '../../platform/http/page-tokens.ts';
import type { RateLimit, Throttle } from '../../platform/limits/throttle.ts';
import { type NewMail, queueMails } from '../../platform/mail/index.ts';
import { createPageScope } from '../../platform/pages/index.ts';
import { findCriteria, findNewestIds } from '../credentials/index.ts';
import { visitorEmail, visitorMailKind } from './emails.ts';
import {
  countWrittenMails,
  listMailsAbout,
  type MailRow,
  type MailSearch,
  mailsPage,
  searchMails,
} from './mail-store.ts';
import {
  resendOne,
  type SendDeps,
  sendCredential,
  sendWrittenMails,
  shareCredential,
} from './send.ts';
import { isErasedOrLeaving, lockCredentialToMail, type MailableCredential } from './store.ts';
import { findSuppressed } from './suppression-store.ts';
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

    resendMail: ({ params: { mailId }, who, once }) => resendOne(deps, who, mailId, once()),

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

/** An email as replies show it. */
function toMailItem({ id, credentialId, createdAt, doneAt, ...row }: MailRow, urls: Urls) {
  return {
    ...row,
    mailId: id,
    awardId: credentialId ? urls.credential(credentialId) : null,
    createdAt: createdAt.toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
  };
}

/** The newest emails about these credentials, as replies show them. */
export async function readMailsAbout(
  { db, urls }: { db: Database; urls: Urls },
  accountId: string,
  credentialIds: string[],
  limit: number,
) {
  const rows = await listMailsAbout(db, accountId, credentialIds, limit);
  return rows.map((row) => toMailItem(row, urls));
}

// Anyone may ask for these emails, so each limit also holds per recipient, credential and account.
const day = 86_400;
const addressLimit: RateLimit = { name: 'visitor-calls', points: 5, seconds: 3_600 };
const recipientLimit: RateLimit = { name: 'visitor-recipient', points: 3, seconds: day };
const credentialLimit: RateLimit = { name: 'visitor-credential', points: 20, seconds: day };
const accountLimit: RateLimit = { name: 'visitor-account', points: 100, seconds: day };

type VisitorMailDeps = Pick<SendDeps, 'db' | 'clock' | 'urls'> & { throttle: Throttle };

/** Sends a visitor's email. The response doesn't reveal suppressed addresses. */
async function sendVisitorMail(
  { db, clock, urls, throttle }: VisitorMailDeps,
  id: string,
  input: Omit<contract.OperationBody<typeof contract.sendPublic>, 'guid'>,
  client: string,
): Promise<void> {
  await throttle.take(addressLimit, client);
  const { accountId } = await requireMailable(db, id);
  const points = input.recipients.length;
  await throttle.takeAll([
    ...input.recipients.map((to) => ({
      limit: recipientLimit,
      who: normalizeMailbox(to),
      points: 1,
    })),
    { limit: credentialLimit, who: id, points },
    { limit: accountLimit, who: accountId, points },
  ]);
  await db.write(async (trx) => {
    const credential = await requireMailable(trx, id);
    const suppressed = await findSuppressed(trx, accountId, input.recipients);
    const words = {
      subject: plainSubject(input.subject ?? ''),
      message: removeLinks(input.message ?? ''),
    };
    const email = visitorEmail(credential, words, urls);
    const common = { email, kind: visitorMailKind, accountId, about: id };
    const mails = input.recipients
      .filter((to) => !suppressed.has(to.toLowerCase()))
      .map((to): NewMail => ({ to, ...common }));
    await queueMails(trx, mails, clock());
  });
}

async function requireMailable(db: Database | Trx, id: string): Promise<MailableCredential> {
  const credential = await lockCredentialToMail(db, id);
  if (!credential)
    throw new Problem(
      (await isErasedOrLeaving(db, id)) ? 'credential_gone' : 'credential_not_found',
    );
  if (credential.revokedAt) throw new Problem('credential_revoked');
  return credential;
}
