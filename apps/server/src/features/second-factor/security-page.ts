import { pagePaths } from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { chooseLanguage } from '../../kernel/language.ts';
import type { App } from '../../platform/http/index.ts';
import { definePage, readForm, readPageProblem } from '../../platform/pages/index.ts';
import { createAuthHeaders, readSession } from '../people/index.ts';
import { createSecurityForms, type SecurityForm } from './security-forms.ts';
import type { SetupDeps } from './setup.ts';
import { getSecondFactorTexts, type SecondFactorTexts } from './texts.ts';

type ViewData = { t: SecondFactorTexts['required']; security: string; isDone: boolean };
const view = definePage<ViewData>(import.meta.url, './views/security-page.eta');

const securityForm = z.record(z.string(), z.string());

/** Where members set up the second factor that their account requires. Needs no account. */
export function securityPage(app: App, deps: SetupDeps): void {
  const forms = createSecurityForms(deps, pagePaths.security);

  const findUser = async (request: FastifyRequest) => {
    const found = await readSession(deps.auth, createAuthHeaders(request));
    if (!found) return undefined;
    const { id: sessionId, createdAt: signedInAt } = found.session;
    return { personId: found.user.id, sessionId, signedInAt };
  };
  const askToSignIn = (reply: FastifyReply) => reply.redirect(pagePaths.signIn, 303);
  const show = async (
    reply: FastifyReply,
    personId: string,
    shown: Parameters<typeof forms.render>[2] = {},
    status = 200,
  ) => {
    const language = chooseLanguage(reply.request.headers['accept-language']);
    const { required: t } = getSecondFactorTexts(language);
    reply.headers({
      ...{
        vary: 'Accept-Language, Cookie',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      },
    });
    const security = await forms.render(personId, language, shown);
    const isDone = shown.notice !== undefined;
    return view(reply, t.heading, { t, security, isDone }, status, language);
  };

  app.get(pagePaths.security, async (request, reply) => {
    const user = await findUser(request);
    return user ? show(reply, user.personId) : askToSignIn(reply);
  });

  app.post(pagePaths.security, async (request, reply) => {
    const user = await findUser(request);
    if (!user) return askToSignIn(reply);
    const language = chooseLanguage(request.headers['accept-language']);
    const headers = createAuthHeaders(request);
    let form: SecurityForm = { act: '', fields: {}, headers };
    try {
      const fields = readForm(securityForm, request, deps.urls.base);
      form = { act: fields.act ?? '', fields, headers };
      return await show(reply, user.personId, await forms.act(user, language, form));
    } catch (error) {
      const { problem, status } = readPageProblem(error, reply);
      return show(reply, user.personId, forms.describeError(problem, language, form), status);
    }
  });
}
