import { exportMine, type Language, languages, pagePaths, withQuery } from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { readId } from '../../kernel/id.ts';
import { formatLongDate } from '../../kernel/language.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import type { App } from '../../platform/http/index.ts';
import { definePage, readPageProblem } from '../../platform/pages/index.ts';
import { listUserSessions, type PageUser, type SessionRow } from '../access/index.ts';
import { deleteUserMails } from '../accounts/index.ts';
import {
  type ConnectedAppTexts,
  disconnectApp,
  getConnectedAppTexts,
  listConnectedApps,
} from '../connected-apps/index.ts';
import { eraseWaitingLearners } from '../lti/index.ts';
import {
  createAuthHeaders,
  deleteUserWithoutAccount,
  endSession,
  endSessionsBeside,
  findOwnAddresses,
  isRecentSignIn,
  passkeyScript,
  setLanguage,
} from '../people/index.ts';
import { deleteOwnRequests } from '../requests/index.ts';
import { createSecurityForms, type SecurityForm, type SetupDeps } from '../second-factor/index.ts';
import { changeSubscription, listEmailSenders } from '../sharing/index.ts';
import { askToSignIn, prepareScreen, readFields, renderNav } from './screen.ts';
import { type DataTexts, getDataTexts } from './texts/data.ts';

export type SettingsDeps = DeleteDeps & SetupDeps & { urls: Urls; identifyUser: PageUser };

type Settings = DataTexts['settings'];
type Viewer = NonNullable<Awaited<ReturnType<PageUser>>>;
type ShownApp = { id: string; name: string; host: string; since: string };
type ShownSession = { id: string; opening: string; address: string | null; isHere: boolean };
type ShownSender = { credentialId: string; issuers: string; isStopped: boolean };
type ViewData = {
  t: Settings;
  nav: string;
  email: string;
  exportPath: string;
  /** HTML of the section about signing in. */
  security: string;
  apps: ShownApp[];
  appTexts: ConnectedAppTexts['settings'];
  sessions: ShownSession[];
  /** With the name that each has for itself. */
  languages: [Language, string][];
  chosen: string | undefined;
  senders: ShownSender[];
  notice?: string | undefined;
  problem?: string;
  isDeleted?: boolean;
};

type More = Partial<ViewData> & {
  /** Content of the section about signing in. */
  shown?: Parameters<ReturnType<typeof createSecurityForms>['render']>[2];
};

const view = definePage<ViewData>(import.meta.url, './views/settings.eta', passkeyScript);

const languageNames: Record<Language, string> = {
  ...{ en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español', ar: 'العربية' },
};
const namedLanguages = languages.map((each): [Language, string] => [each, languageNames[each]]);

/** The screen where users choose how they use the service, and download and delete their data. Works without JavaScript. */
export function settingsPages(app: App, deps: SettingsDeps): void {
  const { db, clock, urls, identifyUser } = deps;
  const securityForms = createSecurityForms(deps, pagePaths.mySettings);

  const listSenders = async (personId: string) =>
    listEmailSenders(db, await findOwnAddresses(db, personId));

  const show = async (
    reply: FastifyReply,
    user: Viewer,
    { shown, ...more }: More = {},
    status = 200,
  ) => {
    const { personId, sessionId, email } = user;
    const language = prepareScreen(reply);
    const security = more.isDeleted ? '' : await securityForms.render(user, language, shown);
    const { settings: t } = getDataTexts(language);
    const rows = more.isDeleted ? [] : await listUserSessions(db, user);
    const connected = more.isDeleted ? [] : await listConnectedApps(db, personId, clock());
    const { settings: appTexts } = getConnectedAppTexts(language);
    const apps = connected.map(({ id, name, redirectUri, since, usedAt }) => ({
      ...{ id, name, host: new URL(redirectUri).host },
      since: appTexts.since(formatLongDate(language, since), formatLongDate(language, usedAt)),
    }));
    const sessions = rows.map(({ id, address, ...opening }) => ({
      ...{ id, address, isHere: id === sessionId },
      opening: describeOpening(opening, t, language),
    }));
    const senders = more.isDeleted ? [] : await listSenders(personId);
    const data = {
      ...{ t, email, security, apps, appTexts, sessions },
      ...{ nav: renderNav(language, 'mySettings'), exportPath: exportMine.path },
      ...{ languages: namedLanguages, chosen: user.language },
      senders: senders.map(({ credentialId, issuers, isStopped }) => ({
        ...{ credentialId, isStopped, issuers: new Intl.ListFormat(language).format(issuers) },
      })),
      ...more,
    };
    return view(reply, t.heading, data, status, language);
  };

  app.get(pagePaths.mySettings, async (request, reply) => {
    const user = await identifyUser(request);
    if (!user) return askToSignIn(reply);
    const language = prepareScreen(reply);
    const { done: t } = getDataTexts(language).settings;
    const { done } = request.query as Record<string, unknown>;
    const notices: Partial<Record<string, string>> = {
      ...{ session: t.ended, sessions: t.sessions, language: t.language },
      ...{ stop: t.stopped, allow: t.allowed },
      app: getConnectedAppTexts(language).settings.done,
    };
    const shown = securityForms.readDone(request, language);
    const notice = Object.hasOwn(notices, String(done)) ? notices[String(done)] : undefined;
    return show(reply, user, { notice, shown });
  });

  const endAccess = async (
    { act, session = '', app: appId = '' }: Record<string, string>,
    user: Viewer,
  ): Promise<string | undefined> => {
    if (act !== 'session' && act !== 'sessions' && act !== 'app') return undefined;
    const id = readId(act === 'app' ? appId : session);
    if (act === 'sessions') await endSessionsBeside(db, user);
    else if (id && act === 'app') await disconnectApp(db, user.personId, id);
    else if (id) await endSession(db, user, id);
    return act;
  };

  /** Settings without a danger. */
  const choose = async (
    { act, language = '', credential }: Record<string, string>,
    { personId }: Viewer,
  ): Promise<string | undefined> => {
    if (act === 'language') {
      const chosen = languages.find((each) => each === language) ?? null;
      await setLanguage(db, personId, chosen);
      return act;
    }
    if (act !== 'stop' && act !== 'allow') return undefined;
    const senders = await listSenders(personId);
    const sender = senders.find(({ credentialId }) => credentialId === credential);
    if (!sender) throw new Problem('credential_not_found');
    await changeSubscription(db, sender, act === 'stop', clock());
    return act;
  };

  const act = async (request: FastifyRequest, reply: FastifyReply, user: Viewer) => {
    if (request.headers.origin !== urls.base) throw new Problem('origin_mismatch');
    const fields = readFields(request);
    const done = (await endAccess(fields, user)) ?? (await choose(fields, user));
    if (done) return reply.redirect(withQuery(pagePaths.mySettings, { done }), 303);
    const shown = await securityForms.act(user, prepareScreen(reply), readSecurityForm(request));
    if (shown) return show(reply, user, { shown });
    if (fields.act !== 'delete') throw new Problem('invalid_request');
    if (fields.email?.trim().toLowerCase() !== user.email.toLowerCase())
      throw new Problem('email_does_not_match');
    await deleteMe(deps, user);
    reply.header('clear-site-data', '"cookies", "storage"');
    return show(reply, user, { isDeleted: true });
  };

  app.post(pagePaths.mySettings, async (request, reply) => {
    const user = await identifyUser(request);
    if (!user) return askToSignIn(reply);
    try {
      return await act(request, reply, user);
    } catch (error) {
      const { problem, status } = readPageProblem(error, reply);
      const language = prepareScreen(reply);
      const form = readSecurityForm(request);
      if (securityForms.has(form))
        return show(
          reply,
          user,
          { shown: securityForms.describeError(problem, language, form) },
          status,
        );
      const { settings } = getDataTexts(language);
      return show(reply, user, { problem: describeProblem(problem, settings) }, status);
    }
  });
}

function describeOpening(
  {
    createdAt,
    openedBy,
    secondFactor,
  }: Pick<SessionRow, 'createdAt' | 'openedBy' | 'secondFactor'>,
  { sessions: t }: Settings,
  language: Language,
): string {
  const steps = [openedBy, secondFactor].flatMap((step) => (step ? t.steps[step] : []));
  return t.since(formatLongDate(language, createdAt), new Intl.ListFormat(language).format(steps));
}

function readSecurityForm(request: FastifyRequest): SecurityForm {
  const fields = readFields(request);
  return { act: fields.act ?? '', fields, headers: createAuthHeaders(request) };
}

function describeProblem({ code }: Problem, { problems: t }: Settings): string {
  const texts: Partial<Record<typeof code, string>> = {
    email_does_not_match: t.email,
    fresh_sign_in_required: t.fresh,
    has_account: t.account,
    origin_mismatch: t.origin,
  };
  return texts[code] ?? t.other;
}

type DeleteDeps = { db: Database; clock: Clock };

/** Deletes the user and everything that they made. Their credentials belong to the issuers. */
export async function deleteMe(
  { db, clock }: DeleteDeps,
  { personId, signedInAt }: Pick<User, 'personId' | 'signedInAt'>,
): Promise<void> {
  if (!isRecentSignIn(signedInAt?.getTime(), clock().getTime()))
    throw new Problem('fresh_sign_in_required');
  const addresses = await findOwnAddresses(db, personId);
  await db.write(async (trx) => {
    const emails = await deleteUserWithoutAccount(trx, personId);
    for (const email of emails) await deleteUserMails(trx, email);
    await deleteOwnRequests(trx, addresses);
    await eraseWaitingLearners(trx, addresses);
  });
}
