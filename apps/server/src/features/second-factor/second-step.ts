import { type Language, pagePaths } from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Problem } from '../../kernel/problem.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type App, readRequestLanguage } from '../../platform/http/index.ts';
import { definePage, readForm, readPageProblem } from '../../platform/pages/index.ts';
import { recordSignInChange } from '../members/index.ts';
import {
  type Auth,
  clientHeader,
  countSignIn,
  createAuthHeaders,
  findNextPath,
  isDisabled,
  passCookies,
  type SignInResult,
  unwrapCause,
} from '../people/index.ts';
import { anyKind, type CodeDeps, type CodeKind, readCode, useCode } from './codes.ts';
import { describeCodeProblem, getSecondFactorTexts, type SecondFactorTexts } from './texts.ts';

export type SecondStepDeps = CodeDeps & { auth: Auth };

/** True if the first step of a sign-in succeeded in this browser and the second is still possible. */
export async function hasChallenge(deps: SecondStepDeps, headers: Headers): Promise<boolean> {
  return (await findChallengeUser(deps, headers)) !== null;
}

async function findChallengeUser(
  { auth }: Pick<SecondStepDeps, 'auth'>,
  headers: Headers,
): Promise<string | null> {
  const { personId } = await auth.api.readChallenge({ headers }).catch((error: unknown) => {
    throw unwrapCause(error);
  });
  return personId;
}

/** Completes a sign-in that needs a second step, and starts the session. */
export async function passSecondStep(
  deps: SecondStepDeps,
  code: string,
  kinds: readonly CodeKind[],
  { headers, language }: { headers: Headers; language: Language },
): Promise<Required<SignInResult>> {
  const { auth, db, clock } = deps;
  const personId = await findChallengeUser(deps, headers);
  if (!personId || (await isDisabled(db, personId))) throw new Problem('second_factor_expired');
  const secondFactor = readCode(code).kind === 'totp' ? 'totp' : 'recoveryCode';
  const client = headers.get(clientHeader) ?? '';
  const record = async (trx: Trx) => {
    if (secondFactor === 'recoveryCode')
      await recordSignInChange(trx, personId, 'verifyRecoveryCode', 'user', clock());
  };
  await useCode(deps, { personId, kinds, client, language }, code, record).catch(
    (error: unknown) => {
      // Removed since the first step, which is enough now.
      if (error instanceof Problem && error.code === 'second_factor_not_found')
        throw new Problem('second_factor_expired');
      countSignIn(db, secondFactor, 'refused');
      throw error;
    },
  );
  const { headers: cookies, response } = await auth.api
    .finishChallenge({ body: { personId, secondFactor }, headers, returnHeaders: true })
    .catch((error: { statusCode?: number }) => {
      if (error.statusCode === 401) throw new Problem('second_factor_expired');
      throw unwrapCause(error);
    });
  countSignIn(db, secondFactor, 'succeeded');
  return { headers: cookies, user: response.user };
}

type ViewData = {
  t: SecondFactorTexts['step'];
  next: string;
  invitation: string;
  /** Where the first step starts again. */
  start: string;
  isExpired: boolean;
  problem?: string;
};
const view = definePage<ViewData>(import.meta.url, './views/second-step.eta');

const codeForm = z.object({
  code: z.string(),
  next: z.string().optional(),
  invitation: z.string().optional(),
});

/** The page of a sign-in's second step. Works without JavaScript. */
export function secondStepPage(app: App, deps: SecondStepDeps): void {
  const show = (
    reply: FastifyReply,
    { next = '', invitation = '' }: Record<string, unknown>,
    { problem, isExpired }: { problem?: string; isExpired: boolean },
    status = 200,
  ) => {
    const language = getLanguage(reply.request, next);
    const { step: t } = getSecondFactorTexts(language);
    reply.headers({
      ...{
        vary: 'Accept-Language, Cookie',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      },
    });
    const start = next === pagePaths.my ? pagePaths.mySignIn : pagePaths.signIn;
    const paths = { next: String(next), invitation: String(invitation), start };
    const data = { t, ...paths, isExpired, ...(problem !== undefined && { problem }) };
    return view(reply, t.heading, data, status, language);
  };

  app.get<{ Querystring: Record<string, unknown> }>(
    pagePaths.secondStep,
    async (request, reply) => {
      const isExpired = !(await hasChallenge(deps, createAuthHeaders(request)));
      return show(reply, request.query, { isExpired });
    },
  );

  app.post(pagePaths.secondStep, async (request, reply) => {
    const sent = (request.body ?? {}) as Record<string, unknown>;
    try {
      const { code, ...fields } = readForm(codeForm, request, deps.urls.base);
      const signedIn = await passSecondStep(deps, code, anyKind, {
        ...{ headers: createAuthHeaders(request), language: readRequestLanguage(request) },
      });
      passCookies(signedIn.headers, reply);
      return reply.redirect(findNextPath(fields), 303);
    } catch (error) {
      const { problem, status } = readPageProblem(error, reply);
      const { problems } = getSecondFactorTexts(getLanguage(request, sent.next));
      const isExpired = problem instanceof Problem && problem.code === 'second_factor_expired';
      const text = describeCodeProblem(problem.code, problems);
      return show(reply, sent, { isExpired, problem: text }, status);
    }
  });
}

/** Pages of recipients follow the browser, like the page where they signed in. */
function getLanguage(request: FastifyRequest, next: unknown) {
  return next === pagePaths.my ? readRequestLanguage(request) : 'en';
}
