import { randomBytes } from 'node:crypto';
import type { Language } from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseLanguage } from '../../kernel/language.ts';
import type { Urls } from '../../kernel/urls.ts';
import { MAX_SELECTION_BYTES } from '../../platform/http/index.ts';
import { defineAsset, defineView, pagePolicy, renderPage } from '../../platform/pages/index.ts';
import type { Platform } from './platform-store.ts';
import { type LtiReason, type LtiRefusal, listAncestors } from './rules.ts';
import type { CourseSession } from './session-store.ts';
import { getLtiTexts, type LtiTexts } from './texts.ts';

export type Http = { request: FastifyRequest; reply: FastifyReply };

export const frameScript = defineAsset(import.meta.url, './assets/lti.js');

/** Browsers would apply X-Frame-Options and ignore the policy that allows the platform's frame. */
export const framed = {
  bodyLimit: MAX_SELECTION_BYTES,
  config: {
    helmet: { frameguard: false, crossOriginResourcePolicy: { policy: 'cross-origin' } },
  } as object,
};

export type Frame = {
  language: Language;
  /** Origins that may show the page in a frame. */
  ancestors: readonly string[];
  /** Where its form leads, if not to us. */
  formTarget?: string;
};

/** An opened page. Its forms carry the token, because there are no cookies. */
export type OpenedPage = {
  token: string;
  session: CourseSession;
  platform: Platform;
  language: Language;
};

export const frameFor = ({ session, language }: OpenedPage): Frame => ({
  language,
  ancestors: session.details.ancestors,
});

/** For pages without content or actions. */
export const anyFrame = ['*'];

export const listPlatformUrls = ({
  issuer,
  authorizationUrl,
  tokenUrl,
  jwksUrl,
}: Platform): string[] => [issuer, authorizationUrl, tokenUrl, jwksUrl];

/** A badge in the dashboard, or the account's badges. */
export const buildDashboardUrl = (
  { dashboard }: Urls,
  accountId: string,
  badgeId: string | null,
): string => dashboard + [accountId, 'badges', ...(badgeId ? [badgeId] : [])].join('/');

// Links leave the frame: our other pages can't be framed.
const head = `<base target="_blank"><script src="${frameScript.path}" defer></script>`;

export function sendFrame(
  { reply }: Http,
  { title, content, status = 200 }: { title: string; content: string; status?: number },
  { language, ancestors, formTarget }: Frame,
): FastifyReply {
  const policy = pagePolicy(
    {
      'script-src': ["'self'"],
      'frame-ancestors': [...ancestors],
      'form-action': ["'self'", ...(formTarget ? listAncestors([formTarget]).slice(1) : [])],
    },
    true,
  );
  for (let at = 0; at < policy.length; at += 2)
    reply.header(policy[at] as string, policy[at + 1] as string);
  return reply
    .code(status)
    .headers({
      ...{ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
      // A platform's window waits for the message that registration is done.
      'cross-origin-opener-policy': 'unsafe-none',
    })
    .type('text/html; charset=utf-8')
    .serializer(String)
    .send(renderPage(title, content, head, language));
}

type ErrorView = {
  t: LtiTexts['error'];
  reason: string;
  reference: string | undefined;
  windowUrl: string | undefined;
};
const renderError = defineView<ErrorView>(import.meta.url, './views/error.eta');

type StepView = {
  heading: string;
  lead?: string | undefined;
  button?: string;
  /** Attributes for the script. */
  script: Record<string, string>;
  form?: { action: string; fields: Record<string, string> };
  next?: string;
  close?: string;
};
export const renderStep = defineView<StepView>(import.meta.url, './views/step.eta');

const statuses: Partial<Record<LtiReason, number>> = {
  unknownPlatform: 400,
  unknownRequest: 400,
  badMessage: 400,
  pageExpired: 400,
  unknownRegistration: 400,
  platformUnavailable: 502,
};

export function sendError(
  http: Http,
  { reason }: LtiRefusal,
  language: Language,
  { reference, windowUrl }: { reference?: string; windowUrl?: string | undefined } = {},
): FastifyReply {
  const { error: t } = getLtiTexts(language);
  const content = renderError({
    ...{ t, reason: t.reasons[reason], windowUrl },
    reference: reference && t.reference(reference),
  });
  const page = { title: t.heading, content, status: statuses[reason] ?? 403 };
  return sendFrame(http, page, { language, ancestors: anyFrame });
}

/** The course's language, then the browser's. */
export const readLanguage = ({ headers }: FastifyRequest, locale?: string): Language =>
  chooseLanguage(
    [locale?.replace('_', '-') ?? '', headers['accept-language'] ?? ''].filter(Boolean).join(','),
  );

export const newToken = (): string => randomBytes(32).toString('base64url');
