import * as contract from '@insignia/contract';
import { pagePaths, withQuery } from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readId } from '../../kernel/id.ts';
import { type App, clientAddress } from '../../platform/http/index.ts';
import { definePage, readForm, toFormErrors } from '../../platform/pages/index.ts';
import type { EmailCodeDeps } from './email-code.ts';
import {
  addNext,
  CHECKED_VALUE,
  createFormPages,
  findNextPath,
  formViews,
  type NextFields,
  offerPasskeys,
  passkeyScript,
} from './form-pages.ts';
import { type PasswordDeps, requestPasswordReset, resetPassword } from './password.ts';
import { createAuthHeaders, passCookies } from './session.ts';
import { type SignInDeps, type SignInResult, signIn, signOut } from './sign-in.ts';
import { confirmEmail, resendSignUp, type SignUpDeps, signUp } from './sign-up.ts';
import { findInvitationId, hasAnyUser } from './store.ts';

export type PeopleDeps = SignUpDeps &
  SignInDeps &
  EmailCodeDeps &
  PasswordDeps & {
    /** Folder for emails if there is no mail server. */
    mailFolder: string | undefined;
    singleSignOn: SingleSignOn;
  };

/** Identity providers of accounts. */
export type SingleSignOn = {
  /** False while no domain leads to a provider. */
  isUsed: () => Promise<boolean>;
  /** Path where users of an address sign in with their provider. */
  findStart: (email: string, next: string, isFresh: boolean) => Promise<string | undefined>;
};

type MessageData = {
  heading: string;
  words: string;
  more?: string | undefined;
  link?: { url: string; label: string };
  /** Sends the email again. */
  resend?: { action: string; email: string; isSent?: boolean; problem?: string };
};
const messagePage = definePage<MessageData>(import.meta.url, './views/message.eta');

/** Continues a sign-in with its second step if it needs one. */
function continueSignIn(
  reply: FastifyReply,
  { headers, user }: SignInResult,
  fields: NextFields,
): FastifyReply {
  passCookies(headers, reply);
  const path = user ? findNextPath(fields) : addNext(pagePaths.secondStep, fields);
  return reply.redirect(path, 303);
}

/** For people who try out the service. Doesn't reveal paths on the machine. */
function describeMailFolder({ mailFolder, urls }: PeopleDeps): string | undefined {
  if (mailFolder === undefined) return undefined;
  const isOwn = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(urls.base).hostname);
  const place = isOwn ? mailFolder : 'the “mail” folder of the data directory';
  return `No mail server is set up, so the email was saved as a file. Open the newest file in ${place}. The link is also in the server’s log.`;
}

/** The pages behind links in emails. They work without JavaScript. `app` must accept forms. */
export function peoplePages(app: App, deps: PeopleDeps): void {
  const { urls } = deps;
  const checkInbox = (
    reply: FastifyReply,
    words: string,
    resend: NonNullable<MessageData['resend']>,
    status = 200,
  ) => {
    const heading = 'Check your inbox';
    const data = { heading, words, more: describeMailFolder(deps), resend };
    return messagePage(reply, heading, data, status);
  };
  const describeSignUp = (email: string) =>
    `We sent a link to ${email}. Open it within 24 hours to confirm your email address.`;
  const form = createFormPages(app, urls, deps.singleSignOn);
  passkeyScript.serve(app);

  const isFirst = createFirstUserCheck(deps);
  app.get('/', async (request, reply) => {
    if (hasSessionCookie(request)) return reply.redirect(pagePaths.dashboard, 303);
    return reply.redirect((await isFirst()) ? pagePaths.signUp : pagePaths.signIn, 303);
  });

  form('signUp', 'Create your account', contract.signUp.body, async (fields, request, reply) => {
    await signUp(deps, fields, clientAddress(request));
    const { email } = fields;
    return checkInbox(reply, describeSignUp(email), { action: pagePaths.resendSignUp, email });
  });

  app.post(pagePaths.resendSignUp, async (request, reply) => {
    const { email } = readForm(contract.signUp.body.pick({ email: true }), request, urls.base);
    const resend = { action: pagePaths.resendSignUp, email };
    try {
      await resendSignUp(deps, email, clientAddress(request));
      return checkInbox(reply, describeSignUp(email), { ...resend, isSent: true });
    } catch (error) {
      const { status, problem } = toFormErrors(error);
      return checkInbox(reply, describeSignUp(email), { ...resend, problem }, status);
    }
  });

  const signInForm = contract.signIn.body.extend({
    password: contract.signIn.body.shape.password.optional(),
    invitation: z.string().optional(),
    next: z.string().optional(),
    with: z.string().optional(),
  });
  form('signIn', 'Sign in', signInForm, async ({ password, ...fields }, request, reply) => {
    const { email } = fields;
    if (password === undefined) {
      // Someone who is signed in proves again that it's them.
      const isFresh = hasSessionCookie(request);
      const start = await deps.singleSignOn.findStart(email, findNextPath(fields), isFresh);
      if (start) return reply.redirect(start, 303);
      const { invitation = '', next = '' } = fields;
      return formViews.signIn(reply, 'Sign in', {
        ...{ email, invitation, next, my: urls.my },
        ...offerPasskeys({ invitation, next }),
      });
    }
    const headers = createAuthHeaders(request);
    const signedIn = await signIn(deps, { email, password }, headers, clientAddress(request));
    return continueSignIn(reply, signedIn, fields);
  });

  form(
    'confirmEmail',
    'Confirm your email',
    contract.confirmEmail.body,
    async (fields, request, reply) => {
      const address = clientAddress(request);
      const { email } = await confirmEmail(deps, fields.token, fields.password, address);
      const signedIn = await signIn(
        deps,
        { email, password: fields.password },
        createAuthHeaders(request),
        address,
      );
      // Most invited people sign up to accept their invitation.
      const invitation = await findInvitationId(deps.db, email);
      return continueSignIn(reply, signedIn, { invitation });
    },
  );

  form(
    'forgotPassword',
    'Forgot your password?',
    contract.requestPasswordReset.body,
    async (fields, request, reply) => {
      await requestPasswordReset(deps, fields.email, clientAddress(request));
      const words = `If there’s an account for ${fields.email}, we’ve sent a link to reset its password. If no email arrives within a few minutes, check your spam folder.`;
      const { email } = fields;
      return checkInbox(reply, words, { action: pagePaths.forgotPassword, email });
    },
  );

  const resetForm = contract.resetPassword.body.extend({
    revokeKeys: z.literal(CHECKED_VALUE).optional(),
  });
  form('resetPassword', 'Reset your password', resetForm, async (fields, request, reply) => {
    const revokeKeys = fields.revokeKeys === CHECKED_VALUE;
    await resetPassword(deps, { ...fields, revokeKeys }, clientAddress(request));
    const keys = revokeKeys ? ', and your API keys have been revoked' : '';
    return formViews.signIn(reply, 'Sign in', {
      notice: `Your password has been reset${keys}. Sign in with your new password.`,
      ...{ my: urls.my, ...offerPasskeys({}) },
    });
  });

  app.post(pagePaths.signOut, async (request, reply) => {
    const fields = readForm(z.object({ invitation: z.string().optional() }), request, urls.base);
    passCookies(await signOut(deps, createAuthHeaders(request)), reply);
    // Without the dashboard's script, stored data is cleared by the browser.
    reply.header('clear-site-data', '"storage"');
    const invitation = readId(fields.invitation ?? '');
    const { signIn: path } = pagePaths;
    return reply.redirect(invitation ? withQuery(path, { invitation }) : path, 303);
  });
}

const hasSessionCookie = ({ headers }: FastifyRequest): boolean =>
  headers.cookie?.includes('insignia.session_token') ?? false;

/** True if no user exists yet and sign-up is possible. */
function createFirstUserCheck({ db, signUp }: PeopleDeps) {
  let mayBe = signUp === 'open';
  return async (): Promise<boolean> => {
    if (!mayBe) return false;
    // While the database is unavailable, nobody can sign up.
    const isTaken = await hasAnyUser(db).catch(() => undefined);
    mayBe = isTaken !== true;
    return isTaken === false;
  };
}
