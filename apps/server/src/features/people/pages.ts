import * as contract from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readId } from '../../kernel/id.ts';
import { type App, clientAddress } from '../../platform/http/index.ts';
import { definePage, explain, type Fields, readForm } from '../../platform/pages/index.ts';
import { confirmEmail } from './confirm.ts';
import type { PeopleDeps } from './deps.ts';
import { requestReset, resetPassword } from './reset.ts';
import { headersOf, passCookies } from './session-headers.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { invitationTo } from './store.ts';

type ViewData = {
  problem?: string;
  notice?: string;
  errors?: Fields;
  name?: string;
  email?: string;
  token?: string;
  revokesKeys?: boolean;
  /** The invitation whose page led here. */
  invitation?: string;
  /** Where in the dashboard somebody was whose session ended. */
  next?: string;
};
type Message = { heading: string; words: string; link?: { url: string; label: string } };

const here = import.meta.url;
const views = {
  signUp: definePage<ViewData>(here, './views/sign-up.eta'),
  signIn: definePage<ViewData>(here, './views/sign-in.eta'),
  confirm: definePage<ViewData>(here, './views/confirm-email.eta'),
  forgot: definePage<ViewData>(here, './views/forgot-password.eta'),
  reset: definePage<ViewData>(here, './views/reset-password.eta'),
  message: definePage<Message>(here, './views/message.eta'),
};
/** Where people go once they are in. */
const home = '/app/';

/** What a box sends that is ticked. */
const ticked = 'yes';

const pathOfInvitation = (id: string): string => `/accept-invitation?inviteId=${id}`;

/** A place in the dashboard, and nowhere else: whoever sent the link may have written it. */
function inDashboard(next = home): string {
  const { pathname, search } = URL.parse(next, 'http://here') ?? {};
  return next.startsWith(home) && pathname?.startsWith(home) ? `${pathname}${search}` : home;
}

/** The pages behind every link in a mail; they work without JavaScript. `app` must take forms. */
export function peoplePages(app: App, deps: PeopleDeps): void {
  const { urls } = deps;

  type View = keyof Omit<typeof views, 'message'>;
  const form = <S extends z.ZodType>(
    path: string,
    view: View,
    title: string,
    schema: S,
    act: (
      fields: z.output<S>,
      request: FastifyRequest,
      reply: FastifyReply,
    ) => Promise<FastifyReply>,
  ): void => {
    app.get<{ Querystring: { token?: string; invitation?: string; next?: string } }>(
      path,
      async ({ query }, reply) => {
        const [token, invitation] = [String(query.token ?? ''), String(query.invitation ?? '')];
        const next = String(query.next ?? '');
        return views[view](reply, title, { token, invitation, next });
      },
    );
    app.post(path, async (request, reply) => {
      const sent = (request.body ?? {}) as Fields;
      const { name = '', email = '', token = '', invitation = '', next = '' } = sent;
      const revokesKeys = sent.revokeKeys === ticked;
      try {
        return await act(readForm(schema, request, urls.base), request, reply);
      } catch (error) {
        const { status, problem, errors } = explain(error);
        return views[view](
          reply,
          title,
          { name, email, token, invitation, next, revokesKeys, problem, errors },
          status,
        );
      }
    });
  };

  app.get('/', async (request, reply) =>
    reply.redirect(
      request.headers.cookie?.includes('insignia.session_token') ? home : '/sign-in',
      303,
    ),
  );

  form(
    '/sign-up',
    'signUp',
    'Create your account',
    contract.signUp.body,
    async (fields, request, reply) => {
      await signUp(deps, fields, clientAddress(request));
      const words = `We sent a link to ${fields.email}. Open it within 24 hours to confirm your e-mail address.`;
      return views.message(reply, 'Check your inbox', {
        heading: 'Check your inbox',
        words,
      });
    },
  );

  const signInForm = contract.signIn.body.extend({
    invitation: z.string().optional(),
    next: z.string().optional(),
  });
  form('/sign-in', 'signIn', 'Sign in', signInForm, async (fields, request, reply) => {
    const { headers } = await signIn(deps, fields, headersOf(request), clientAddress(request));
    passCookies(headers, reply);
    const invitation = readId(fields.invitation ?? '');
    return reply.redirect(
      invitation ? pathOfInvitation(invitation) : inDashboard(fields.next),
      303,
    );
  });

  form(
    '/confirm-email',
    'confirm',
    'Confirm your e-mail',
    contract.confirmEmail.body,
    async (fields, request, reply) => {
      const address = clientAddress(request);
      const { email } = await confirmEmail(deps, fields.token, fields.password, address);
      const { headers } = await signIn(
        deps,
        { email, password: fields.password },
        headersOf(request),
        address,
      );
      passCookies(headers, reply);
      // Most who are invited sign up because of it.
      const invitation = await invitationTo(deps.db, email);
      return reply.redirect(invitation ? pathOfInvitation(invitation) : home, 303);
    },
  );

  form(
    '/forgot-password',
    'forgot',
    'Forgot your password?',
    contract.requestPasswordReset.body,
    async (fields, request, reply) => {
      await requestReset(deps, fields.email, clientAddress(request));
      const words = `If there is an account for ${fields.email}, we have sent a link to reset its password.`;
      return views.message(reply, 'Check your inbox', {
        heading: 'Check your inbox',
        words,
      });
    },
  );

  const resetForm = contract.resetPassword.body.extend({
    revokeKeys: z.literal(ticked).optional(),
  });
  form(
    '/reset-password',
    'reset',
    'Reset your password',
    resetForm,
    async (fields, request, reply) => {
      const revokeKeys = fields.revokeKeys === ticked;
      await resetPassword(deps, { ...fields, revokeKeys }, clientAddress(request));
      const keys = revokeKeys ? ' and your API keys are revoked' : '';
      return views.signIn(reply, 'Sign in', {
        notice: `Your password has been reset${keys}. Sign in with your new password.`,
      });
    },
  );

  app.post('/sign-out', async (request, reply) => {
    const fields = readForm(z.object({ invitation: z.string().optional() }), request, urls.base);
    const { headers } = await deps.auth.api.signOut({
      headers: headersOf(request),
      returnHeaders: true,
    });
    passCookies(headers, reply);
    const invitation = readId(fields.invitation ?? '');
    return reply.redirect(invitation ? `/sign-in?invitation=${invitation}` : '/sign-in', 303);
  });
}
