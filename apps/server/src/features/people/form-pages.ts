import { pagePaths, withQuery } from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { readId } from '../../kernel/id.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { App } from '../../platform/http/index.ts';
import {
  defineAsset,
  definePage,
  type FieldMessages,
  pagePolicy,
  readForm,
  toFormErrors,
} from '../../platform/pages/index.ts';
import { getMySignInTexts } from './texts.ts';

type ViewData = {
  problem?: string;
  notice?: string;
  errors?: FieldMessages;
  /** The next field to fill in. */
  first?: string;
  name?: string;
  email?: string;
  organization?: string;
  token?: string;
  revokesKeys?: boolean;
  /** The invitation that led here. */
  invitation?: string;
  /** Dashboard address to return to after signing in again. */
  next?: string;
  /** Asks for the address first, because its domain may have an identity provider. */
  asksEmailFirst?: boolean;
  /** Asks for the password at once, and offers a code to those who have none. */
  isByPassword?: boolean;
  /** Where recipients see their credentials. */
  my?: string | undefined;
};

/** Where a sign-in leads, its button for passkeys, and the page that emails codes. */
type PasskeyOffer = { after: string; passkey: { label: string; texts: string }; codePath: string };

const home = pagePaths.dashboard;

const invitationPath = (inviteId: string): string =>
  withQuery(pagePaths.acceptInvitation, { inviteId });

/** Accepts only addresses within the dashboard: the link may come from anyone. */
function dashboardPath(next: string = home): string {
  const { pathname, search } = URL.parse(next, 'http://here') ?? {};
  return next.startsWith(home) && pathname?.startsWith(home) ? `${pathname}${search}` : home;
}

/** The page that a sign-in leads to. */
export function findNextPath({ invitation = '', next }: NextFields): string {
  const inviteId = readId(invitation);
  if (inviteId) return invitationPath(inviteId);
  return next === pagePaths.my ? next : dashboardPath(next);
}

export type NextFields = { invitation?: string | undefined; next?: string | undefined };

/** The path of a page of the sign-in that leads on to the same page. */
export function addNext(path: string, { invitation = '', next = '' }: NextFields): string {
  const query = { ...(invitation && { invitation }), ...(next && { next }) };
  return Object.keys(query).length > 0 ? withQuery(path, query) : path;
}

/**
 * Where users whom only an identity provider vouches for prove more. The sign-in page would lead back to
 * the provider.
 */
export const findOwnSignIn = ({ my }: Urls, fields: NextFields = {}): string =>
  my ? addNext(pagePaths.mySignIn, fields) : findPasswordPath(fields);

const findPasswordPath = ({ invitation, next }: NextFields): string =>
  withQuery(pagePaths.signIn, {
    with: 'password',
    ...(invitation && { invitation }),
    ...(next && { next }),
  });

const { signIn: label, problems } = getMySignInTexts('en').passkey;
const passkey = { label, texts: JSON.stringify(problems) };

/** Passkeys of the sign-in page, which is in English, like the dashboard. */
export const offerPasskeys = (fields: NextFields): PasskeyOffer => ({
  after: findNextPath(fields),
  passkey,
  codePath: addNext(pagePaths.mySignIn, fields),
});

// Browsers apply `form-action` to redirects of the form, which lead to the identity provider.
const [, emailFirstPolicy] = pagePolicy({
  'form-action': ["'self'", 'https:', 'http:'],
  ...{ 'script-src': ["'self'"], 'connect-src': ["'self'"] },
});

const here = import.meta.url;
/** Signs in with passkeys, and adds them. Without it, pages hide what needs it. */
export const passkeyScript = defineAsset(here, './assets/passkeys.js');

const sendEmailFirst = definePage<ViewData & PasskeyOffer>(
  here,
  './views/sign-in.eta',
  passkeyScript,
  emailFirstPolicy,
);

export const formViews = {
  signUp: definePage<ViewData>(here, './views/sign-up.eta'),
  signIn: definePage<ViewData & PasskeyOffer>(here, './views/sign-in.eta', passkeyScript),
  confirmEmail: definePage<ViewData>(here, './views/confirm-email.eta'),
  forgotPassword: definePage<ViewData>(here, './views/forgot-password.eta'),
  resetPassword: definePage<ViewData>(here, './views/reset-password.eta'),
};

export const CHECKED_VALUE = 'yes';

type PageQuery = { token?: string; invitation?: string; next?: string; with?: string };

type FormAction<S extends z.ZodType> = (
  fields: z.output<S>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/** Serves pages with one form each. Errors appear in the form with the values entered. */
export function createFormPages(
  app: App,
  { base, my }: Urls,
  { isUsed }: { isUsed: () => Promise<boolean> },
) {
  return <S extends z.ZodType>(
    view: keyof typeof formViews,
    title: string,
    schema: S,
    act: FormAction<S>,
  ): void => {
    const path = pagePaths[view];
    app.get<{ Querystring: PageQuery }>(path, async ({ query }, reply) => {
      const [token, invitation] = [String(query.token ?? ''), String(query.invitation ?? '')];
      const next = String(query.next ?? '');
      const isByPassword = query.with === 'password';
      const asksEmailFirst = view === 'signIn' && !isByPassword && (await isUsed());
      const data = { token, invitation, next, my, isByPassword, asksEmailFirst, first: 'name' };
      const send = asksEmailFirst ? sendEmailFirst : formViews[view];
      return send(reply, title, { ...data, ...offerPasskeys({ invitation, next }) });
    });
    app.post(path, async (request, reply) => {
      const sent = (request.body ?? {}) as FieldMessages;
      const { name = '', organization = '', email = '' } = sent;
      const { token = '', invitation = '', next = '' } = sent;
      const revokesKeys = sent.revokeKeys === CHECKED_VALUE;
      try {
        return await act(readForm(schema, request, base), request, reply);
      } catch (error) {
        const { status, problem, errors } = toFormErrors(error);
        // Passwords aren't sent back.
        const first =
          ['name', 'organization', 'email'].find((field) => errors[field]) ?? 'password';
        const typed = { name, organization, email };
        const data = {
          ...{ ...typed, token, invitation, next, my, revokesKeys },
          isByPassword: sent.with === 'password',
          ...{ problem, errors, first },
          ...offerPasskeys({ invitation, next }),
        };
        return formViews[view](reply, title, data, status);
      }
    });
  };
}
