import {
  emailCode,
  type emailConfirmation,
  emailLink,
  pagePaths,
  requestEmailCode,
} from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Problem } from '../../kernel/problem.ts';
import { type App, clientAddress, readRequestLanguage } from '../../platform/http/index.ts';
import { definePage, readForm, readPageProblem } from '../../platform/pages/index.ts';
import {
  confirmEmailCode,
  type EmailCodeDeps,
  readLink,
  type SignInLink,
  sendEmailCode,
} from './email-code.ts';
import { addNext, findNextPath, type NextFields, passkeyScript } from './form-pages.ts';
import { createAuthHeaders, passCookies } from './session.ts';
import { signOut } from './sign-in.ts';
import { getMySignInTexts, type MySignInTexts } from './texts.ts';

export type MySignInDeps = EmailCodeDeps & {
  /** Folder for emails if there is no mail server. */
  mailFolder: string | undefined;
};

type ViewData = SignInLink & {
  t: MySignInTexts;
  step: 'email' | 'code' | 'link';
  token: string;
  /** No email could be sent for this request. */
  isRefused?: boolean;
  heading: string;
  lead: string;
  /** This page, which leads to the same page after the sign-in. */
  self: string;
  /** The page that the sign-in leads to. */
  after: string;
  problem?: string;
  /** Where emails are if there is no mail server. */
  more?: string | undefined;
  /** Texts of the script, as JSON. */
  texts: string;
};

type ShownData = SignInLink & Pick<ViewData, 'step' | 'token' | 'isRefused'> & { problem?: string };

const view = definePage<ViewData>(import.meta.url, './views/my-sign-in.eta', passkeyScript);

/** A form of either step. */
const codeForm = z.union([emailCode, requestEmailCode.body]);

const forRecipients = { next: pagePaths.my };

/** From the query. Empty for recipients: members go on to the dashboard or their invitation. */
function readNext(request: FastifyRequest): NextFields | undefined {
  const { next = '', invitation = '' } = request.query as Record<string, unknown>;
  if (next === '' && invitation === '') return undefined;
  return { next: String(next), invitation: String(invitation) };
}

/** The pages where recipients sign in. They work without JavaScript, in the browser's language. */
export function mySignInPages(app: App, deps: MySignInDeps): void {
  const { base } = deps.urls;
  const more = (t: MySignInTexts) => (deps.mailFolder === undefined ? undefined : t.mailFolder);

  const show = (reply: FastifyReply, data: ShownData, status = 200) => {
    const language = readRequestLanguage(reply.request);
    const t = getMySignInTexts(language);
    reply.headers({
      ...{ vary: 'Accept-Language', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
    });
    const texts = JSON.stringify(t.passkey.problems);
    const fields = readNext(reply.request);
    const { heading: own, lead } = fields ? t.team : t;
    const heading = data.current === undefined ? own : t.link.switch.heading;
    const shown = {
      ...{ ...data, t, texts, heading, lead, more: data.step === 'code' ? more(t) : undefined },
      self: addNext(pagePaths.mySignIn, fields ?? {}),
      after: findNextPath(fields ?? forRecipients),
    };
    return view(reply, heading, shown, status, language);
  };

  const showProblem = (reply: FastifyReply, data: ShownData, error: unknown) => {
    const { problem, status } = readPageProblem(error, reply);
    const t = getMySignInTexts(readRequestLanguage(reply.request)).problems;
    const byStep = { email: t.email, code: t.code, link: t.link } as const;
    const texts: Partial<Record<string, string>> = {
      invalid_request: byStep[data.step],
      invalid_email_code: byStep[data.step],
      invalid_credentials: byStep[data.step],
      too_many_requests: data.isRefused ? t.tooManyCodes : t.tooMany,
      sso_required: t.sso,
      origin_mismatch: t.origin,
    };
    return show(reply, { ...data, problem: texts[problem.code] ?? t.other }, status);
  };

  const signIn = async (
    input: z.output<typeof emailConfirmation>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const headers = createAuthHeaders(request);
    const signedIn = await confirmEmailCode(deps, input, headers, clientAddress(request));
    passCookies(signedIn.headers, reply);
    const fields = readNext(request) ?? forRecipients;
    const path = signedIn.user ? findNextPath(fields) : addNext(pagePaths.secondStep, fields);
    return reply.redirect(path, 303);
  };

  app.get(pagePaths.mySignIn, async (_request, reply) =>
    show(reply, { step: 'email', email: '', token: '' }),
  );

  app.post(pagePaths.mySignIn, async (request, reply) => {
    const { email = '', code } = readFields(request);
    const shown = { step: code === undefined ? 'email' : 'code', email, token: '' } as const;
    const isRefused = (error: unknown): boolean =>
      code === undefined && error instanceof Problem && error.code === 'too_many_requests';
    try {
      const fields = readForm(codeForm, request, base);
      if ('code' in fields) return await signIn(fields, request, reply);
      const visitor = { client: clientAddress(request), language: readRequestLanguage(request) };
      await sendEmailCode(deps, fields.email, visitor);
      return show(reply, { step: 'code', email: fields.email, token: '' });
    } catch (error) {
      // An earlier email still signs in.
      if (isRefused(error))
        return showProblem(reply, { ...shown, step: 'code', isRefused: true }, error);
      return showProblem(reply, shown, error);
    }
  });

  // Mail scanners open links, so opening it only shows a button. The page names the address: anyone can
  // send someone else the link of their own code.
  app.get<{ Querystring: { token?: string } }>(
    pagePaths.confirmMySignIn,
    async (request, reply) => {
      // The link stays on this site. With no-referrer, browsers would send the form without its origin.
      reply.header('referrer-policy', 'same-origin');
      const token = String(request.query.token ?? '');
      const link = await readLink(deps, token, createAuthHeaders(request));
      if (link) return show(reply, { step: 'link', token, ...link });
      const shown = { step: 'link', email: '', token } as const;
      return showProblem(reply, shown, new Problem('invalid_email_code'));
    },
  );

  app.post(pagePaths.confirmMySignIn, async (request, reply) => {
    const { token = '', replaces } = readFields(request);
    try {
      const fields = readForm(emailLink, request, base);
      const link = await readLink(deps, token, createAuthHeaders(request));
      // Somebody signed in after the page was opened.
      if (link?.current && link.current.personId !== replaces)
        return show(reply, { step: 'link', token, ...link });
      return await signIn(fields, request, reply);
    } catch (error) {
      return showProblem(reply, { step: 'link', email: '', token }, error);
    }
  });

  app.post(pagePaths.mySignOut, async (request, reply) => {
    readForm(z.object({}), request, base);
    passCookies(await signOut(deps, createAuthHeaders(request)), reply);
    return reply.redirect(pagePaths.mySignIn, 303);
  });
}

function readFields({ body }: FastifyRequest): Record<string, string | undefined> {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
  );
}
