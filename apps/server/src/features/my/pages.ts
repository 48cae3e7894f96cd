import {
  defaultShareText,
  fillShareText,
  type Language,
  myFilter,
  newRequest,
  pagePaths,
  type RequestKind,
  withQuery,
} from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readId } from '../../kernel/id.ts';
import { formatLongDate } from '../../kernel/language.ts';
import { linkedinAddUrl } from '../../kernel/linkedin.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/http/index.ts';
import { definePage, readForm, readPageProblem } from '../../platform/pages/index.ts';
import { hasAccount, type PageUser, type PageViewer } from '../access/index.ts';
import { takePendingConsent } from '../connected-apps/index.ts';
import { createShareLinks, type ShareLink } from '../pages/index.ts';
import { findOwnAddresses } from '../people/index.ts';
import { toPlainLine } from '../published/index.ts';
import { createRequest, type RequestDeps } from '../requests/index.ts';
import { importedFilePath } from './import-pages.ts';
import type { Rechecks } from './imports.ts';
import { listMyCredentials, type MyListDeps, type MyStatus } from './list.ts';
import { type OfferList, showOffers } from './offers.ts';
import { readProfile } from './profile.ts';
import { askToSignIn, copyScript, prepareScreen, readFields, renderNav } from './screen.ts';
import { createExhibit, type Exhibit } from './selection.ts';
import { findReportedCredential, type MyCredentialRow } from './store.ts';
import { getGalleryTexts } from './texts/galleries.ts';
import { getImportTexts, type ImportTexts } from './texts/imports.ts';
import { getMyTexts, type MyTexts } from './texts.ts';

export type MyPageDeps = MyListDeps &
  RequestDeps & { identifyUser: PageUser; noteShown: Rechecks['noteShown'] };

type Query = Record<string, unknown>;
type PageLanguage = { language: Language; t: MyTexts };

type ShownCredential = {
  id: string;
  badge: string;
  issuer: string;
  recipient: string;
  image: string;
  status: MyStatus;
  statusText: string;
  issued: string;
  expires: string | undefined;
  urls: Record<'page' | 'pdf' | 'wallet', string> & { report: string | undefined };
  /** Empty for revoked and expired credentials, as on their page. */
  shares: ShareLink[];
  linkedin: string;
  openRequests: string[];
  /** How many wallets have a copy, in words. */
  copies: string | undefined;
  deletedCopies: string | undefined;
  isOnProfile: boolean;
};
type ListData = {
  nav: string;
  t: MyTexts;
  hasOthers: boolean;
  isMember: boolean;
  email: string;
  search: string;
  status: string;
  imports: ImportTexts;
  copy: { label: string; done: string };
  offers: OfferList;
  notice: string | undefined;
  credentials: (
    | ShownCredential
    | (Exhibit & {
        isImported: true;
        isOnProfile: boolean;
        expires: string | undefined;
        /** Address of the stored file. */
        file: string;
      })
  )[];
  isFiltered: boolean;
  next: string | undefined;
};
type ReportData = {
  t: MyTexts;
  credential: { id: string; badge: string; issuer: string; recipient: string };
  kind: string;
  values: Record<string, string>;
  errors: Record<string, string>;
  problem?: string;
  isSent?: boolean;
};

const listView = definePage<ListData>(import.meta.url, './views/my.eta', copyScript);
const reportView = definePage<ReportData>(import.meta.url, './views/report.eta');

/** Forms send fields that were left empty. */
const reportForm = z.preprocess(
  (body: object) =>
    Object.fromEntries(
      Object.entries(body).filter(([, value]) => typeof value === 'string' && value.trim() !== ''),
    ),
  newRequest,
);

/** Pages for the signed-in recipient. They work without JavaScript, in the recipient's language. */
export function myPages(app: App, deps: MyPageDeps): void {
  const { urls, identifyUser } = deps;

  app.get<{ Querystring: Query }>(pagePaths.my, async (request, reply) => {
    const user = await identifyUser(request);
    if (!user) return askToSignIn(reply);
    const shown = prepare(reply);
    const consent = takePendingConsent(request, reply, urls.base);
    if (consent) return reply.redirect(consent, 303);
    return showList(deps, reply, user, request.query, shown);
  });

  app.get<{ Querystring: Query }>(pagePaths.reportMistake, async (request, reply) => {
    const reported = await readReported(deps, request, String(request.query.credential ?? ''));
    if (!reported) return askToSignIn(reply);
    const { credential } = reported;
    const kind = credential.revokedAt ? 'erasure' : 'correction';
    return showReport(reply, { credential, kind, values: {}, errors: {} });
  });

  app.post(pagePaths.reportMistake, async (request, reply) => {
    const values = readFields(request);
    const reported = await readReported(deps, request, values.credential ?? '');
    if (!reported) return askToSignIn(reply);
    const { credential, requester } = reported;
    const shown = { credential, kind: values.kind ?? 'correction', values, errors: {} };
    try {
      const fields = readForm(reportForm, request, urls.base);
      await createRequest(deps, requester, credential.id, fields);
      return showReport(reply, { ...shown, isSent: true });
    } catch (error) {
      const { t } = prepare(reply);
      const { problem, status } = readPageProblem(error, reply);
      return showReport(reply, { ...shown, ...describeProblem(problem, t) }, status);
    }
  });
}

function prepare(reply: FastifyReply): PageLanguage {
  const language = prepareScreen(reply);
  return { language, t: getMyTexts(language) };
}

async function showList(
  deps: MyPageDeps,
  reply: FastifyReply,
  user: PageViewer,
  query: Query,
  { language, t }: PageLanguage,
): Promise<FastifyReply> {
  const filter = readFilter(query);
  const page = await listMyCredentials(deps, user, filter).catch(ignoreBadPageToken);
  if (!page) return reply.redirect(pagePaths.my, 303);
  const { rows, hasOthers, lastEvaluatedKey } = page;
  deps.noteShown(rows.filter((row) => row.source === 'imported'));
  const imports = getImportTexts(language);
  const gallery = getGalleryTexts(language);
  const shownIds = new Set((await readProfile(deps, user.personId)).credentialIds);
  const { search = '', status = '' } = filter;
  const next = lastEvaluatedKey && { search, status, lastEvaluatedKey };
  const data = {
    ...{ nav: renderNav(language, 'my'), t, email: user.email, imports },
    ...{ search, status, isFiltered: search !== '' || status !== '' },
    offers: await showOffers(deps, user.personId, query, { language, t }),
    copy: { label: gallery.copy, done: gallery.copied },
    notice: findNotice(query.done, imports),
    credentials: rows.map((row) => {
      const isOnProfile = shownIds.has(row.id);
      if (row.source === 'issued')
        return { ...showCredential(row, deps, { language, t }), isOnProfile };
      const expires = row.expires ? formatLongDate(language, row.expires) : undefined;
      const exhibit = createExhibit(row, deps, { language, t });
      const file = importedFilePath(row.id);
      return { ...exhibit, isImported: true as const, isOnProfile, expires, file };
    }),
    hasOthers,
    isMember: await hasAccount(deps.db, user.personId),
    next: next ? withQuery(pagePaths.my, next) : undefined,
  };
  return listView(reply, t.heading, data, 200, language);
}

/** Undefined if nobody is signed in. */
async function readReported({ db, identifyUser }: MyPageDeps, request: FastifyRequest, id: string) {
  const user = await identifyUser(request);
  if (!user) return undefined;
  const { personId } = user;
  const addresses = await findOwnAddresses(db, personId);
  const credentialId = readId(id);
  const found = credentialId && (await findReportedCredential(db, credentialId, addresses));
  if (!found) throw new Problem('credential_not_found');
  return { requester: { personId, addresses }, credential: found };
}

function showReport(reply: FastifyReply, data: Omit<ReportData, 't'>, status = 200): FastifyReply {
  const { language, t } = prepare(reply);
  return reportView(reply, t.report.heading, { ...data, t }, status, language);
}

function findNotice(done: unknown, { done: notices }: ImportTexts): string | undefined {
  const isKnown = typeof done === 'string' && Object.hasOwn(notices, done);
  return isKnown ? notices[done as keyof typeof notices] : undefined;
}

function ignoreBadPageToken(error: unknown): undefined {
  if (!(error instanceof Problem) || error.code !== 'invalid_page_token') throw error;
}

/** Invalid filters are ignored, as in every address that people edit. */
function readFilter(query: Record<string, unknown>) {
  const { search, status } = myFilter.shape;
  const { lastEvaluatedKey } = query;
  return {
    search: search.safeParse(query.search).data,
    status: status.safeParse(query.status).data,
    lastEvaluatedKey: typeof lastEvaluatedKey === 'string' ? lastEvaluatedKey : undefined,
  };
}

function showCredential(
  row: MyCredentialRow & { status: MyStatus },
  { urls }: MyPageDeps,
  { language, t }: PageLanguage,
): Omit<ShownCredential, 'isOnProfile'> {
  const { id, badgeName, issuerName, recipientName, issuedOn, expires, status } = row;
  const page = urls.credentialPage(id);
  const names = { badge_name: badgeName, issuer_name: issuerName, recipient_name: recipientName };
  const text = toPlainLine(fillShareText(row.shareText ?? defaultShareText, names));
  const title = toPlainLine(`${badgeName}: ${recipientName}`);
  const organization = { id: row.linkedinOrganizationId, name: toPlainLine(issuerName) };
  return {
    ...{ id, badge: badgeName, issuer: issuerName, recipient: recipientName, status },
    image: urls.image(row.imageCid),
    statusText: t.statuses[status],
    issued: formatLongDate(language, issuedOn),
    expires: expires ? formatLongDate(language, expires) : undefined,
    urls: {
      ...{ page, pdf: urls.pdf(id), wallet: urls.walletOffer(id) },
      report: row.takesRequests
        ? withQuery(pagePaths.reportMistake, { credential: id })
        : undefined,
    },
    shares: status === 'valid' ? createShareLinks(page, title, text) : [],
    linkedin: linkedinAddUrl({
      ...{ name: toPlainLine(badgeName), organization, issuedOn, expires, url: page, id },
    }),
    copies: row.walletCopies > 0 ? t.copies(row.walletCopies) : undefined,
    deletedCopies: row.deletedCopies > 0 ? t.deletedCopies(row.deletedCopies) : undefined,
    openRequests: row.openRequests.map((kind: RequestKind) => t.report.open[kind]),
  };
}

function describeProblem({ code, details }: Problem, t: MyTexts) {
  if (details)
    return {
      errors: Object.fromEntries(
        details.map(({ path }) => [
          path,
          t.report.fields[path as keyof typeof t.report.fields] ?? t.report.problems.other,
        ]),
      ),
    };
  const texts: Partial<Record<typeof code, string>> = {
    request_open: t.report.problems.open,
    credential_revoked: t.report.problems.revoked,
    too_many_requests: t.report.problems.tooMany,
    origin_mismatch: t.report.problems.origin,
  };
  return { problem: texts[code] ?? t.report.problems.other };
}
