import { type Language, languages, pagePaths, parseUserAgent, withQuery } from '@insignia/contract';
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
import {
  listUserSessions,
  type PageUser,
  type PageViewer,
  type SessionRow,
} from '../access/index.ts';
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
  setUserLanguage,
} from '../people/index.ts';
import { deleteOwnRequests } from '../requests/index.ts';
import { createSecurityForms, type SecurityForm, type SetupDeps } from '../second-factor/index.ts';
import { changeSubscription, listEmailSenders } from '../sharing/index.ts';
import { type DownloadDeps, sendExport } from './export.ts';
import { askToSignIn, prepareScreen, readFields, renderNav } from './screen.ts';
import { type DataTexts, getDataTexts } from './texts/data.ts';

export type SettingsDeps = DeleteDeps &
  SetupDeps &
  DownloadDeps & { urls: Urls; identifyUser: PageUser };

type SecurityForms = ReturnType<typeof createSecurityForms>;
type SettingsScreen = SettingsDeps & { securityForms: SecurityForms };

type Settings = DataTexts['settings'];
type ShownApp = { id: string; name: string; host: string; since: string };
/** `device`: browser and system, if known. */
type ShownSession = {
  id: string;
  device: string | undefined;
  opening: string;
  address: string | null;
  isHere: boolean;
};
type ShownSender = { credentialId: string; issuers: string; isStopped: boolean };
type ViewData = {
  t: Settings;
  nav: string;
  email: string;
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
  /** A problem of the download. */
  downloadProblem?: string;
  isDeleted?: boolean;
};

type More = Partial<ViewData> & {
  /** Content of the section about signing in. */
  shown?: Parameters<SecurityForms['render']>[2];
};

const view = definePage<ViewData>(import.meta.url, './views/settings.eta', passkeyScript);

const languageNames: Record<Language, string> = {
  ...{ en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español', ar: 'العربية' },
};
const namedLanguages = languages.map((each): [Language, string] => [each, languageNames[each]]);

/** Where users choose languages and emails, and download or delete their data. Works without JavaScript. */
export function settingsPages(app: App, deps: SettingsDeps): void {
  const { identifyUser } = deps;
  const securityForms = createSecurityForms(deps, pagePaths.mySettings);
  const screen: SettingsScreen = { ...deps, securityForms };

  app.get(pagePaths.mySettings, async (request, reply) => {
    const user = await identifyUser(request);
    if (!user) return askToSignIn(reply);
    const language = prepareScreen(reply);
    const shown = securityForms.readDone(request, language);
    return showSettings(screen, reply, user, { notice: findNotice(request, language), shown });
  });

  app.get(pagePaths.myDownload, async (request, reply) => {
    const user = await identifyUser(request);
    if (!user) return askToSignIn(reply);
    const language = prepareScreen(reply);
    try {
      return await sendExport(deps, reply, user.personId, language);
    } catch (error) {
      const { problem, status } = readPageProblem(error, reply);
      const { settings } = getDataTexts(language);
      const more = { downloadProblem: describeProblem(problem, settings) };
      return showSettings(screen, reply, user, more, status);
    }
  });

  app.post(pagePaths.mySettings, async (request, reply) => {
    const user = await identifyUser(request);
    if (!user) return askToSignIn(reply);
    try {
      return await act(screen, request, reply, user);
    } catch (error) {
      const { problem, status } = readPageProblem(error, reply);
      const language = prepareScreen(reply);
      const form = readSecurityForm(request);
      const { settings } = getDataTexts(language);
      const more = securityForms.has(form)
        ? { shown: securityForms.describeError(problem, language, form) }
        : { problem: describeProblem(problem, settings) };
      return showSettings(screen, reply, user, more, status);
    }
  });
}

async function showSettings(
  { db, clock, securityForms }: SettingsScreen,
  reply: FastifyReply,
  user: PageViewer,
  { shown, ...more }: More = {},
  status = 200,
): Promise<FastifyReply> {
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
  const sessions = rows.map(({ id, address, userAgent, ...opening }) => ({
    ...{ id, address, isHere: id === sessionId },
    device: describeDevice(userAgent, t),
    opening: describeOpening(opening, t, language),
  }));
  const senders = more.isDeleted ? [] : await listSenders(db, personId);
  const data = {
    ...{ t, email, security, apps, appTexts, sessions },
    ...{ nav: renderNav(language, 'mySettings') },
    ...{ languages: namedLanguages, chosen: user.language },
    senders: senders.map(({ credentialId, issuers, isStopped }) => ({
      ...{ credentialId, isStopped, issuers: new Intl.ListFormat(language).format(issuers) },
    })),
    ...more,
  };
  return view(reply, t.heading, data, status, language);
}

const listSenders = async (db: Database, personId: string) =>
  listEmailSenders(db, await findOwnAddresses(db, personId));

/** The text of `done`, which `act` adds to the URL. */
function findNotice({ query }: FastifyRequest, language: Language): string | undefined {
  const { done: t } = getDataTexts(language).settings;
  const notices: Partial<Record<string, string>> = {
    ...{ session: t.ended, sessions: t.sessions, language: t.language },
    ...{ stop: t.stopped, allow: t.allowed },
    app: getConnectedAppTexts(language).settings.done,
  };
  const done = String((query as Record<string, unknown>).done);
  return Object.hasOwn(notices, done) ? notices[done] : undefined;
}

async function act(
  screen: SettingsScreen,
  request: FastifyRequest,
  reply: FastifyReply,
  user: PageViewer,
): Promise<FastifyReply> {
  if (request.headers.origin !== screen.urls.base) throw new Problem('origin_mismatch');
  const fields = readFields(request);
  const done =
    (await endAccess(screen.db, fields, user)) ?? (await saveChoice(screen, fields, user));
  if (done) return reply.redirect(withQuery(pagePaths.mySettings, { done }), 303);
  const form = readSecurityForm(request);
  const shown = await screen.securityForms.act(user, prepareScreen(reply), form);
  if (shown) return showSettings(screen, reply, user, { shown });
  if (fields.act !== 'delete') throw new Problem('invalid_request');
  if (fields.email?.trim().toLowerCase() !== user.email.toLowerCase())
    throw new Problem('email_does_not_match');
  await deleteMe(screen, user);
  reply.header('clear-site-data', '"cookies", "storage"');
  return showSettings(screen, reply, user, { isDeleted: true });
}

/** Ends sessions and connections of apps. Undefined for another act. */
async function endAccess(
  db: Database,
  { act, session = '', app: appId = '' }: Record<string, string>,
  user: PageViewer,
): Promise<string | undefined> {
  if (act !== 'session' && act !== 'sessions' && act !== 'app') return undefined;
  const id = readId(act === 'app' ? appId : session);
  if (act === 'sessions') await endSessionsBeside(db, user);
  else if (id && act === 'app') await disconnectApp(db, user.personId, id);
  else if (id) await endSession(db, user, id);
  return act;
}

/** Saves the language, and which issuers may send emails. Undefined for another act. */
async function saveChoice(
  { db, clock }: SettingsScreen,
  { act, language = '', credential }: Record<string, string>,
  { personId }: PageViewer,
): Promise<string | undefined> {
  if (act === 'language') {
    const chosen = languages.find((each) => each === language) ?? null;
    await setUserLanguage(db, personId, chosen);
    return act;
  }
  if (act !== 'stop' && act !== 'allow') return undefined;
  const senders = await listSenders(db, personId);
  const sender = senders.find(({ credentialId }) => credentialId === credential);
  if (!sender) throw new Problem('credential_not_found');
  await changeSubscription(db, sender, act === 'stop', clock());
  return act;
}

function describeDevice(userAgent: string | null, { sessions: t }: Settings): string | undefined {
  const { browser, system } = parseUserAgent(userAgent);
  return browser && system ? t.on(browser, system) : (browser ?? system);
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
    too_many_requests: t.busy,
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
  await db.write(async (trx) => {
    const { emails, keys } = await deleteUserWithoutAccount(trx, personId);
    for (const email of emails) await deleteUserMails(trx, email);
    await deleteOwnRequests(trx, keys);
    await eraseWaitingLearners(trx, keys);
  });
}
