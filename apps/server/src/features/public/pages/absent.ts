import { type ErrorCode, errors } from '@insignia/contract';
import type { FastifyReply } from 'fastify';
import { definePage, pagePolicy } from '../../../platform/pages/index.ts';

type Words = { title: string; lead: string };

const page = definePage<Words>(import.meta.url, './views/absent.eta');
const incomplete = 'The link may be incomplete: check it, or ask whoever sent it to you.';
const words: Partial<Record<ErrorCode, Words>> = {
  credential_gone: {
    title: 'This credential has been deleted',
    lead: 'Its issuer has deleted it, together with everything that was stored about it.',
  },
  credential_not_found: {
    title: 'No such credential',
    lead: `There is no credential at this address. ${incomplete}`,
  },
  badge_not_found: {
    title: 'No such badge',
    lead: `There is no badge at this address. ${incomplete}`,
  },
  issuer_not_found: {
    title: 'No such issuer',
    lead: `There is no issuer at this address. ${incomplete}`,
  },
};
const others: Words = {
  title: 'Page not found',
  lead: `There is nothing at this address. ${incomplete}`,
};

/** Renders a page for a missing or erased resource. */
export function answerAbsent(reply: FastifyReply, code: ErrorCode): FastifyReply {
  const policy = pagePolicy();
  for (let at = 0; at < policy.length; at += 2) reply.header(policy[at] ?? '', policy[at + 1]);
  const said = words[code] ?? others;
  return page(reply, said.title, said, errors[code].status);
}
