import { pagePaths } from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { chooseLanguage } from '../../kernel/language.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/http/index.ts';
import { definePage, readForm, readPageProblem } from '../../platform/pages/index.ts';
import { createAuthHeaders, findNextPath, passCookies } from '../people/index.ts';
import { hasChallenge, passSecondStep, type SecondStepDeps } from './sign-in.ts';
import { describeCodeProblem, getSecondFactorTexts, type SecondFactorTexts } from './texts.ts';
import { anyKind } from './use-code.ts';

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
      const { headers } = await passSecondStep(deps, code, anyKind, createAuthHeaders(request));
      passCookies(headers, reply);
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
function getLanguage({ headers }: FastifyRequest, next: unknown) {
  return next === pagePaths.my ? chooseLanguage(headers['accept-language']) : 'en';
}
