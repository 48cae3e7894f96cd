import { type Language, pagePaths, withQuery } from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { User } from '../../kernel/caller.ts';
import { formatLongDate } from '../../kernel/language.ts';
import type { Problem } from '../../kernel/problem.ts';
import { type App, readRequestLanguage } from '../../platform/http/index.ts';
import { definePage, defineView, readForm, readPageProblem } from '../../platform/pages/index.ts';
import {
  createAuthHeaders,
  findOwnSignIn,
  isRecentSignIn,
  isSsoOnly,
  passkeyScript,
  readSession,
} from '../people/index.ts';
import { isSecured, removePasskey, renamePasskey } from './passkeys.ts';
import {
  completeSetup,
  describeSetup,
  getSecondFactor,
  removeFactor,
  replaceRecoveryCodes,
  type SetupDeps,
  startSetup,
} from './setup.ts';
import { isFactorRequired, listPasskeys } from './store.ts';
import {
  describeCodeProblem,
  describePasskeyProblems,
  getSecondFactorTexts,
  type SecondFactorTexts,
} from './texts.ts';

type SectionContent = {
  setup?: ReturnType<typeof describeSetup>;
  codes?: string[];
  notice?: string;
  problem?: string;
};
type SectionData = SectionContent & {
  t: SecondFactorTexts['security'];
  isOn: boolean;
  left: number;
  hasPassword: boolean;
  codes: string[];
  passkeys: { id: string; name: string; history: string }[];
  /** A recent sign-in needs no password to add a passkey. */
  needsPassword: boolean;
  needsSignIn: boolean;
  /** Texts of the script, as JSON. */
  texts: string;
  /** Path of the page that has the section, and where it shows that a passkey was added. */
  action: string;
  added: string;
};
const sectionView = defineView<SectionData>(import.meta.url, './views/security.eta');

const formNames = new Set([
  ...['startSetup', 'completeSetup', 'replaceCodes', 'removeFactor'],
  ...['renamePasskey', 'removePasskey'],
]);

export type SecurityForm = { act: string; fields: Record<string, string>; headers: Headers };
export type SecurityUser = Pick<User, 'personId' | 'sessionId' | 'signedInAt'>;

/** The form repeats what the page showed. Only its own user sees it. */
const isSetupUri = (uri: string): boolean =>
  uri.startsWith('otpauth://totp/') && uri.length <= MAX_URI_LENGTH && URL.canParse(uri);

/** Longer texts fit in no QR code. Addresses have at most 254 characters, often encoded. */
const MAX_URI_LENGTH = 1_200;
const MAX_NAME_LENGTH = 100;

/** The section “Security” of a page. Works without JavaScript, except for adding passkeys. */
export function createSecurityForms(deps: SetupDeps, action: string) {
  const { db, clock } = deps;
  const render = async (user: SecurityUser, language: Language, shown: SectionContent = {}) => {
    const { security: t, problems } = getSecondFactorTexts(language);
    const { enabled, recoveryCodes, hasPassword } = await getSecondFactor(deps, user.personId);
    const passkeys = (await listPasskeys(db, user.personId)).map(
      ({ id, name, createdAt, lastUsedAt }) => {
        const format = (day: Date) => formatLongDate(language, day);
        const used = lastUsedAt ? t.passkeys.used(format(lastUsedAt)) : t.passkeys.unused;
        return { id, name, history: t.passkeys.history(format(createdAt), used) };
      },
    );
    const isRecent = isRecentSignIn(user.signedInAt?.getTime(), clock().getTime());
    return sectionView({
      ...{ t, action, codes: [], isOn: enabled, left: recoveryCodes, hasPassword, passkeys },
      ...{ needsPassword: hasPassword && !isRecent, needsSignIn: !hasPassword && !isRecent },
      texts: JSON.stringify(describePasskeyProblems(problems)),
      added: withQuery(action, { done: 'passkey' }),
      ...shown,
    });
  };

  /** Performs a form of the section. Returns undefined for other forms. */
  const act = async (
    user: SecurityUser,
    language: Language,
    { act, fields, headers }: SecurityForm,
  ): Promise<SectionContent | undefined> => {
    const { code = '', password, id = '', name = '' } = fields;
    const { personId } = user;
    const { done } = getSecondFactorTexts(language).security;
    switch (act) {
      case 'startSetup': {
        const { totpURI, backupCodes } = await startSetup(deps, user, password, headers);
        return { setup: describeSetup(deps, totpURI), codes: backupCodes };
      }
      case 'completeSetup':
        await completeSetup(deps, { ...user, language }, code);
        return { notice: done.on };
      case 'replaceCodes':
        return { codes: await replaceRecoveryCodes(deps, personId, code), notice: done.replaced };
      case 'removeFactor':
        await removeFactor(deps, { personId, language }, code);
        return { notice: done.off };
      case 'renamePasskey': {
        const typed = name
          .normalize('NFC')
          .replaceAll(/\p{Cc}+/gu, ' ')
          .trim();
        const short = typed.slice(0, MAX_NAME_LENGTH).toWellFormed();
        if (!short) return {};
        await renamePasskey(deps, personId, { id, name: short });
        return { notice: done.renamed };
      }
      case 'removePasskey':
        await removePasskey(
          deps,
          { ...user, language, byCookie: true },
          { id, ...(code && { code }) },
        );
        return { notice: done.passkeyRemoved };
      default:
        return undefined;
    }
  };

  /** Shows the error, and a setup that isn't completed as it was. */
  const describeError = (
    problem: Problem,
    language: Language,
    form: SecurityForm,
  ): SectionContent => {
    const { problems } = getSecondFactorTexts(language);
    const isRemoval = form.act === 'removePasskey' && problem.code === 'fresh_sign_in_required';
    const text = isRemoval ? problems.ownPasskey : describeCodeProblem(problem.code, problems);
    const { uri = '', codes = '' } = form.fields;
    const isOpen = form.act === 'completeSetup' && problem.code === 'invalid_second_factor';
    if (!isOpen || !isSetupUri(uri)) return { problem: text };
    return { problem: text, setup: describeSetup(deps, uri), codes: codes.split(' ') };
  };

  const has = ({ act }: SecurityForm): boolean => formNames.has(act);

  /** The page opens again once the script added a passkey. */
  const readDone = (request: FastifyRequest, language: Language): SectionContent => {
    const { done } = request.query as Record<string, unknown>;
    if (done !== 'passkey') return {};
    return { notice: getSecondFactorTexts(language).security.done.passkeyAdded };
  };

  return { render, act, has, describeError, readDone };
}

type PageData = {
  heading: string;
  lead: string;
  next: string;
  security: string;
  isDone: boolean;
};
const page = definePage<PageData>(import.meta.url, './views/security-page.eta', passkeyScript);

const securityForm = z.record(z.string(), z.string());

/** Where members set up the second factor that their account requires. Needs no account. */
export function securityPage(app: App, deps: SetupDeps): void {
  const forms = createSecurityForms(deps, pagePaths.security);

  const findUser = async (
    request: FastifyRequest,
  ): Promise<SecurityUser | 'ssoOnly' | undefined> => {
    const found = await readSession(deps.auth, createAuthHeaders(request));
    if (!found) return undefined;
    if (isSsoOnly(found.session, found.user.twoFactorEnabled)) return 'ssoOnly';
    request.userLanguage = found.user.language;
    const { id: sessionId, createdAt: signedInAt } = found.session;
    return { personId: found.user.id, sessionId, signedInAt };
  };
  /** The sign-in page would lead users of single sign-on back to their provider. */
  const askToSignIn = (reply: FastifyReply, user: 'ssoOnly' | undefined) =>
    reply.redirect(user ? findOwnSignIn(deps.urls) : pagePaths.signIn, 303);
  const show = async (
    reply: FastifyReply,
    user: SecurityUser,
    shown: Parameters<typeof forms.render>[2] = {},
    status = 200,
  ) => {
    const language = readRequestLanguage(reply.request);
    const { required, security: section } = getSecondFactorTexts(language);
    reply.headers({
      ...{
        vary: 'Accept-Language, Cookie',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      },
    });
    const security = await forms.render(user, language, shown);
    const isRequired = await isFactorRequired(deps.db, user.personId);
    const isDone = isRequired && (await isSecured(deps, user.personId, user.sessionId));
    const heading = isRequired ? required.heading : section.title;
    const lead = isRequired && !isDone ? required.lead : '';
    const data = { heading, lead, next: required.next, security, isDone };
    return page(reply, heading, data, status, language);
  };

  app.get(pagePaths.security, async (request, reply) => {
    const user = await findUser(request);
    if (!user || user === 'ssoOnly') return askToSignIn(reply, user);
    const language = readRequestLanguage(request);
    return show(reply, user, forms.readDone(request, language));
  });

  app.post(pagePaths.security, async (request, reply) => {
    const user = await findUser(request);
    if (!user || user === 'ssoOnly') return askToSignIn(reply, user);
    const language = readRequestLanguage(request);
    const headers = createAuthHeaders(request);
    let form: SecurityForm = { act: '', fields: {}, headers };
    try {
      const fields = readForm(securityForm, request, deps.urls.base);
      form = { act: fields.act ?? '', fields, headers };
      return await show(reply, user, await forms.act(user, language, form));
    } catch (error) {
      const { problem, status } = readPageProblem(error, reply);
      return show(reply, user, forms.describeError(problem, language, form), status);
    }
  });
}
