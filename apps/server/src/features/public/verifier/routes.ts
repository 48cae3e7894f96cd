import * as contract from '@insignia/contract';
import type { Verdict } from '@insignia/openbadges/either';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalid } from '../../../kernel/problem.ts';
import { clientAddress, type Implement, parseInput } from '../../../platform/http/index.ts';
import { readInput } from './body.ts';
import type { VerifyDeps } from './deps.ts';
import { findOwnCredential } from './own-credential.ts';
import { showError, showVerdict } from './page.ts';
import { runChecks, type VerifyInput } from './run.ts';

/** Verifies Open Badges 2.0 and 3.0 credentials, for people and programs. */
export function verifyRoutes(implement: Implement, deps: VerifyDeps) {
  const answer = async (
    read: () => Promise<Omit<VerifyInput, 'client'>>,
    typed: Omit<VerifyInput, 'client'>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const isPage = request.headers.accept?.includes('text/html') ?? false;
    reply.header('cache-control', 'no-store').header('vary', 'Accept, Accept-Language');
    let input = typed;
    try {
      input = await read();
      const verdict = await runChecks(deps, { ...input, client: clientAddress(request) });
      if (isPage) {
        const own = verdict && (await findOwnCredential(deps, verdict));
        return showVerdict(reply, input, verdict, own, deps.urls);
      }
      if (!verdict) throw invalid('url', 'is required, or document, or file');
      return reply
        .type('application/json; charset=utf-8')
        .serializer(JSON.stringify)
        .send(asJson(verdict));
    } catch (error) {
      if (isPage) return showError(reply, input, error);
      throw error;
    }
  };
  const { url, email } = contract.verify.query.shape;
  const typed = z.string().optional();
  // Validated by the handler, so that errors appear on the page.
  const query = z.object({
    url: typed.meta({ description: url.description }),
    email: typed.meta({ description: email.description }),
  });

  return implement(
    { ...contract.verifyOperations, verify: { ...contract.verify, query } },
    {
      verify: ({ query: asked, request, reply }) =>
        answer(async () => parseInput(contract.verify.query, asked), asked, request, reply),

      verifyPosted: ({ request, reply }) => answer(() => readInput(request), {}, request, reply),
    },
  );
}

function asJson({ edition, status, outcome, checks, found }: Verdict) {
  const { issuedOn, expires, ...rest } = found;
  const at = (time: number | undefined) =>
    time === undefined ? undefined : new Date(time).toISOString();
  const times = { issuedOn: at(issuedOn), expires: at(expires) };
  return { edition, status, outcome, checks, found: { ...rest, ...times } };
}
