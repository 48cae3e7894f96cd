import { type ErrorCode, errors } from '@insignia/contract';
import type { FastifyReply } from 'fastify';
import { definePage, pagePolicy } from '../../platform/pages/index.ts';

type NotFoundWords = { title: string; lead: string };

const notFoundPage = definePage<NotFoundWords>(import.meta.url, './views/absent.eta');
const checkLinkText = 'Check that the link is complete, or ask the sender for a new one.';
const words: Partial<Record<ErrorCode, NotFoundWords>> = {
  credential_gone: {
    title: 'This credential has been deleted',
    lead: 'The issuer has deleted this credential and all data stored about it. If it’s yours, ask the issuer for a new one.',
  },
  credential_not_found: {
    title: 'Credential not found',
    lead: `There is no credential at this address. ${checkLinkText}`,
  },
  badge_not_found: {
    title: 'Badge not found',
    lead: `There is no badge at this address. ${checkLinkText}`,
  },
  issuer_not_found: {
    title: 'Issuer not found',
    lead: `There is no issuer at this address. ${checkLinkText}`,
  },
};
const defaultWords: NotFoundWords = {
  title: 'Page not found',
  lead: `There is nothing at this address. ${checkLinkText}`,
};

/** Renders a page for a missing or erased resource. */
export function replyNotFound(reply: FastifyReply, code: ErrorCode): FastifyReply {
  const policy = pagePolicy();
  for (let at = 0; at < policy.length; at += 2) reply.header(policy[at] ?? '', policy[at + 1]);
  const said = words[code] ?? defaultWords;
  return notFoundPage(reply, said.title, said, errors[code].status);
}
