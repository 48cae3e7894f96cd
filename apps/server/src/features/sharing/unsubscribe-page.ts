import * as contract from '@insignia/contract';
import type { FastifyReply } from 'fastify';
import type { Implement } from '../../platform/http/index.ts';
import { definePage } from '../../platform/pages/index.ts';
import type { SharingDeps } from './deps.ts';
import { findSenderName, suppressAddress, unsuppressAddress } from './suppression-store.ts';
import type { Subscription } from './unsubscribe-tokens.ts';

type ViewData = { state: 'asks' | 'unsubscribed' | 'resubscribed' | 'unknown'; account?: string };

const view = definePage<ViewData>(import.meta.url, './views/unsubscribe.eta');

/**
 * Unsubscribes from an account's email (RFC 8058). GET changes nothing, because mail scanners open
 * links.
 */
export function unsubscribePages(implement: Implement, { db, clock, tokens }: SharingDeps) {
  const find = async (token: string): Promise<(Subscription & { account: string }) | undefined> => {
    const found = tokens.read(token);
    const account = found && (await findSenderName(db, found.accountId));
    return found && account !== undefined ? { ...found, account } : undefined;
  };
  const answer = (reply: FastifyReply, shown: ViewData): FastifyReply =>
    view(reply, 'Email preferences', shown, shown.state === 'unknown' ? 404 : 200);

  return implement(contract.unsubscribeOperations, {
    unsubscribePage: async ({ params: { token }, reply }) => {
      const found = await find(token);
      if (!found) return answer(reply, { state: 'unknown' });
      return answer(reply, { state: 'asks', account: found.account });
    },

    // Email programs send `List-Unsubscribe=One-Click`, our page the button's name. Neither sends our
    // Origin.
    unsubscribe: async ({ params: { token }, request, reply }) => {
      const found = await find(token);
      if (!found) return answer(reply, { state: 'unknown' });
      const resumes = (request.body as { action?: string } | undefined)?.action === 'resume';
      if (resumes) await unsuppressAddress(db, found);
      else await suppressAddress(db, found, clock());
      return answer(reply, {
        state: resumes ? 'resubscribed' : 'unsubscribed',
        account: found.account,
      });
    },
  });
}
