import {
  collectionLimits,
  createCollection as createOperation,
  createPathBuilder,
  type Language,
  MAX_COLLECTIONS,
  pagePaths,
  profileLimits,
  updateCollection as updateOperation,
  updateProfile as updateProfileOperation,
  withQuery,
} from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { type App, MAX_SELECTION_BYTES } from '../../platform/http/index.ts';
import {
  definePage,
  defineView,
  pagePolicy,
  readForm,
  readPageProblem,
  renderPage,
} from '../../platform/pages/index.ts';
import type { PageUser } from '../access/index.ts';
import { toPlainLine } from '../published/index.ts';
import {
  type CollectionDeps,
  createCollection,
  deleteCollection,
  getCollection,
  listCollections,
  updateCollection,
} from './collections.ts';
import { findPublicProfile, findSharedCollection, type ProfileRow } from './gallery-store.ts';
import type { Rechecks } from './imports.ts';
import type { OwnRow } from './list.ts';
import { readProfile, selectForProfile, updateProfile } from './profile.ts';
import {
  askToSignIn,
  copyScript,
  forBrowsers,
  prepareScreen,
  readFields,
  renderNav,
} from './screen.ts';
import { createExhibit, type Exhibit, listChoices, readSelection } from './selection.ts';
import { type GalleryTexts, getGalleryTexts } from './texts/galleries.ts';
import { getMyTexts } from './texts.ts';

export type GalleryDeps = CollectionDeps & {
  identifyUser: PageUser;
  noteShown: Rechecks['noteShown'];
};

type Values = Record<string, string>;
type ViewData = {
  t: GalleryTexts & Record<string, unknown>;
  nav: string;
  notice: string | undefined;
  problem: string | undefined;
  errors: Values;
  values: Values;
  [more: string]: unknown;
};

const here = import.meta.url;
const collectionsView = definePage<ViewData>(here, './views/collections.eta');
const collectionView = defineView<ViewData>(here, './views/collection.eta');
const profileView = defineView<ViewData>(here, './views/profile.eta');
const closedView = definePage<{ t: GalleryTexts }>(here, './views/closed.eta');
const sharedView = defineView<{
  t: GalleryTexts;
  name: string;
  text: string;
  gallery: string;
}>(here, './views/shared.eta');
const renderGallery = defineView<{ exhibits: Exhibit[] }>(here, './views/gallery.eta');
const renderChoices = defineView<{
  legend: string;
  none: string;
  choices: (Exhibit & { isSelected: boolean })[];
}>(here, './views/choices.eta');
const renderHead = defineView<{
  title: string;
  about: string;
  url: string;
  image: string | undefined;
  isIndexable: boolean;
}>(here, './views/shared-head.eta');
const scriptHead = `<script src="${copyScript.path}" defer></script>`;
const collectionPath = createPathBuilder(pagePaths.myCollection);

const manyFields = { ...forBrowsers, bodyLimit: MAX_SELECTION_BYTES };

/** Values of the fields, without empty ones. Selected credentials become a list. */
function readSelections(values: Values, names: string[]): Record<string, unknown> {
  const fields = names.flatMap((name) => (values[name] ? [[name, values[name]]] : []));
  const credentials = (values.credential ?? '').split(' ').filter(Boolean);
  return { ...Object.fromEntries(fields), credentials };
}

/** Screens of collections and of the public profile, and the pages that they publish. */
export function galleryPages(app: App, deps: GalleryDeps): void {
  copyScript.serve(app);
  collectionScreens(app, deps);
  profileScreen(app, deps);
  sharedPages(app, deps);
}

type ById = { Params: { collectionId: string } };

function collectionScreens(app: App, deps: GalleryDeps): void {
  const { urls, identifyUser } = deps;

  app.get(pagePaths.myCollections, forBrowsers, async (request, reply) => {
    const user = await identifyUser(request);
    return user ? showCollections(deps, reply, user.personId) : askToSignIn(reply);
  });

  app.post(pagePaths.myCollections, forBrowsers, async (request, reply) => {
    const user = await identifyUser(request);
    if (!user) return askToSignIn(reply);
    try {
      const fields = readForm(createOperation.body, request, urls.base);
      const { collectionId } = await createCollection(deps, user.personId, fields);
      return reply.redirect(collectionPath(collectionId), 303);
    } catch (error) {
      const failure = { error, values: readFields(request) };
      return showCollections(deps, reply, user.personId, failure);
    }
  });

  app.get<ById>(pagePaths.myCollection, forBrowsers, async (request, reply) => {
    const user = await identifyUser(request);
    if (!user) return askToSignIn(reply);
    return showCollection(deps, reply, user.personId, readCollectionId(request));
  });

  app.post<ById>(pagePaths.myCollection, manyFields, async (request, reply) => {
    const user = await identifyUser(request);
    if (!user) return askToSignIn(reply);
    const id = readCollectionId(request);
    try {
      return reply.redirect(await actOnCollection(deps, request, user.personId, id), 303);
    } catch (error) {
      const failure = { error, values: readFields(request) };
      return showCollection(deps, reply, user.personId, id, failure);
    }
  });
}

function readCollectionId({ params }: { params: ById['Params'] }): string {
  const id = readId(params.collectionId);
  if (!id) throw new Problem('collection_not_found');
  return id;
}

async function showCollections(
  deps: GalleryDeps,
  reply: FastifyReply,
  personId: string,
  failure?: Failure,
): Promise<FastifyReply> {
  const language = prepareScreen(reply);
  const t = getGalleryTexts(language);
  const collections = await listCollections(deps, personId);
  const { status, problem, errors } = prepareFailure(failure, reply, t);
  const data = {
    ...{ t: { ...t, ...t.collections }, nav: renderNav(language, 'myCollections') },
    ...{ problem, errors, values: failure?.values ?? {}, limits: collectionLimits },
    notice: failure ? undefined : readNotice(reply, t.collections.done),
    isFull: collections.length >= MAX_COLLECTIONS,
    collections: collections.map((each) => ({ ...each, path: collectionPath(each.collectionId) })),
  };
  return collectionsView(reply, t.collections.heading, data, status, language);
}

async function showCollection(
  deps: GalleryDeps,
  reply: FastifyReply,
  personId: string,
  id: string,
  failure?: Failure,
): Promise<FastifyReply> {
  const language = prepareScreen(reply);
  const t = getGalleryTexts(language);
  const collection = await getCollection(deps, personId, id);
  const { name, description, expires, link } = collection;
  const problems = { ...t.problems, full: t.problems.sharedOften };
  const { status, problem, errors } = prepareFailure(failure, reply, { ...t, problems });
  const stored = { name, description, expires: expires?.slice(0, 10) ?? '' };
  const typed = failure?.values.act === 'save' ? failure.values : {};
  const selected =
    failure && typed.credential ? typed.credential.split(' ') : collection.credentials;
  const html = collectionView({
    ...{ t: { ...t, ...t.collections }, nav: renderNav(language, 'myCollections') },
    ...{ problem, errors, collection, values: { ...stored, ...typed }, limits: collectionLimits },
    notice: failure ? undefined : readNotice(reply, t.collections.done),
    hasEnded: !link && expires !== null && new Date(expires) <= deps.clock(),
    choices: await showChoices(deps, personId, readIds(selected), language),
    path: collectionPath(id),
  });
  return sendWithScript(reply, toPlainLine(name), html, { status, language });
}

/** Saves, shares, stops sharing or deletes. Returns where to go. */
async function actOnCollection(
  deps: GalleryDeps,
  request: FastifyRequest,
  personId: string,
  id: string,
): Promise<string> {
  const { urls } = deps;
  const values = readFields(request);
  if (values.act === 'save') {
    const names = ['name', 'description', 'expires'];
    const { description = '', expires = null, ...fields } = readSelections(values, names);
    const change = { name: '', ...fields, description, expires };
    const schema = z.preprocess(() => change, updateOperation.body);
    await updateCollection(deps, personId, id, readForm(schema, request, urls.base));
    return withQuery(collectionPath(id), { done: 'saved' });
  }
  refuseForeignOrigin(request, urls.base);
  if (values.act === 'delete') {
    await deleteCollection(deps, personId, id);
    return withQuery(pagePaths.myCollections, { done: 'deleted' });
  }
  if (values.act !== 'share' && values.act !== 'stop') throw new Problem('invalid_request');
  const shared = values.act === 'share';
  await updateCollection(deps, personId, id, { shared });
  return withQuery(collectionPath(id), { done: shared ? 'shared' : 'stopped' });
}

function profileScreen(app: App, deps: GalleryDeps): void {
  const { identifyUser } = deps;

  app.get(pagePaths.myProfile, forBrowsers, async (request, reply) => {
    const user = await identifyUser(request);
    return user ? showProfile(deps, reply, user.personId) : askToSignIn(reply);
  });

  app.post(pagePaths.myProfile, manyFields, async (request, reply) => {
    const user = await identifyUser(request);
    if (!user) return askToSignIn(reply);
    try {
      return reply.redirect(await actOnProfile(deps, request, user.personId), 303);
    } catch (error) {
      const failure = { error, values: readFields(request) };
      return showProfile(deps, reply, user.personId, failure);
    }
  });
}

async function showProfile(
  deps: GalleryDeps,
  reply: FastifyReply,
  personId: string,
  failure?: Failure,
): Promise<FastifyReply> {
  const { urls } = deps;
  const language = prepareScreen(reply);
  const t = getGalleryTexts(language);
  const row = await readProfile(deps, personId);
  const { status, problem, errors } = prepareFailure(failure, reply, t);
  const { values, selected } = fillProfileForm(row, failure?.values);
  const html = profileView({
    ...{ t: { ...t, ...t.profile }, nav: renderNav(language, 'myProfile') },
    ...{ problem, errors, values, limits: profileLimits },
    notice: failure ? undefined : readNotice(reply, t.profile.done),
    prefix: urls.profile('').replace(/^https?:\/\//, ''),
    link: row.isPublic && row.handle ? urls.profile(row.handle) : undefined,
    choices: await showChoices(deps, personId, selected, language),
  });
  return sendWithScript(reply, t.profile.heading, html, { status, language });
}

/** Saves, or adds or removes one credential. Returns where to go. */
async function actOnProfile(
  deps: GalleryDeps,
  request: FastifyRequest,
  personId: string,
): Promise<string> {
  const { urls } = deps;
  const values = readFields(request);
  if (values.act === 'show' || values.act === 'hide') {
    refuseForeignOrigin(request, urls.base);
    const isShown = values.act === 'show';
    await selectForProfile(deps, personId, values.credential ?? '', isShown);
    return withQuery(pagePaths.myProfile, { done: isShown ? 'shown' : 'hidden' });
  }
  if (values.act !== 'save') throw new Problem('invalid_request');
  const change = {
    ...{ about: '', ...readSelections(values, ['handle', 'name', 'about']) },
    ...{ public: values.public === 'yes', searchIndexing: values.searchIndexing === 'yes' },
  };
  const schema = z.preprocess(() => change, updateProfileOperation.body);
  await updateProfile(deps, personId, readForm(schema, request, urls.base));
  return withQuery(pagePaths.myProfile, { done: 'saved' });
}

function sharedPages(app: App, deps: GalleryDeps): void {
  const { db, clock, urls } = deps;

  app.get<{ Params: { token: string } }>(pagePaths.sharedCollection, async (request, reply) => {
    const token = readPublicName(request.params.token);
    const found = await findSharedCollection(db, token);
    if (!found) throw new Problem('not_found');
    const { personId, name, description: text, credentialIds, expires, isStopped } = found;
    if (isStopped || (expires && expires <= clock())) {
      const language = prepareScreen(reply);
      const t = getGalleryTexts(language);
      return closedView(reply, t.closed, { t }, 410, language);
    }
    const url = urls.collection(token);
    const shared = { personId, name, text, credentialIds, url, isIndexable: false };
    return sendShared(deps, reply, shared);
  });

  app.get<{ Params: { handle: string } }>(pagePaths.profile, async (request, reply) => {
    const handle = readPublicName(request.params.handle).toLowerCase();
    const found = await findPublicProfile(db, handle);
    if (!found) throw new Problem('not_found');
    const { personId, name, about: text, credentialIds, searchIndexing: isIndexable } = found;
    const url = urls.profile(handle);
    return sendShared(deps, reply, { personId, name, text, credentialIds, url, isIndexable });
  });
}

type SharedPage = {
  personId: string;
  name: string;
  text: string;
  credentialIds: string[];
  url: string;
  isIndexable: boolean;
};

async function sendShared(
  deps: GalleryDeps,
  reply: FastifyReply,
  { personId, name, text, credentialIds, url, isIndexable }: SharedPage,
): Promise<FastifyReply> {
  const language = prepareScreen(reply);
  if (isIndexable) reply.removeHeader('x-robots-tag');
  const t = getGalleryTexts(language);
  const rows = await readSelection(deps, personId, credentialIds);
  const exhibits = createExhibits(deps, rows, language);
  const gallery = exhibits.length > 0 ? renderGallery({ exhibits }) : '';
  const title = toPlainLine(name);
  const image = exhibits.find((each) => each.image)?.image;
  const head = renderHead({ title, about: toPlainLine(text), url, image, isIndexable });
  return reply
    .type('text/html; charset=utf-8')
    .serializer(String)
    .send(renderPage(title, sharedView({ t, name, text, gallery }), head, language));
}

/** A page with the script that copies links. */
function sendWithScript(
  reply: FastifyReply,
  title: string,
  html: string,
  { status, language }: { status: number; language: Language },
): FastifyReply {
  reply.header('content-security-policy', pagePolicy({ 'script-src': ["'self'"] })[1]);
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .serializer(String)
    .send(renderPage(title, html, scriptHead, language));
}

function createExhibits(deps: GalleryDeps, rows: OwnRow[], language: Language): Exhibit[] {
  deps.noteShown(rows.filter((row) => row.source === 'imported'));
  return rows.map((row) => createExhibit(row, deps, { language, t: getMyTexts(language) }));
}

/** Selected credentials come first, in their order, and may be older than the others. */
async function showChoices(
  deps: GalleryDeps,
  personId: string,
  selected: string[],
  language: Language,
): Promise<string> {
  const t = getGalleryTexts(language);
  const chosen = await readSelection(deps, personId, selected);
  const ids = new Set(chosen.map(({ id }) => id));
  const others = (await listChoices(deps, personId)).filter(({ id }) => !ids.has(id));
  const choices = createExhibits(deps, [...chosen, ...others], language).map((each) => ({
    ...each,
    isSelected: ids.has(each.id),
  }));
  return renderChoices({ legend: t.credentials, none: t.noCredentials, choices });
}

function refuseForeignOrigin(request: FastifyRequest, base: string): void {
  readForm(z.object({}), request, base);
}

function prepareFailure(failure: Failure | undefined, reply: FastifyReply, t: GalleryTexts) {
  if (!failure) return { status: 200, problem: undefined, errors: {} };
  const { problem, status } = readPageProblem(failure.error, reply);
  return { status, ...describeProblem(problem, t) };
}

function readNotice(
  reply: FastifyReply,
  done: Readonly<Record<string, string>>,
): string | undefined {
  const { done: name } = reply.request.query as Record<string, unknown>;
  return typeof name === 'string' && Object.hasOwn(done, name) ? done[name] : undefined;
}

/** A token or a handle. The database refuses some other texts. */
function readPublicName(text: string): string {
  if (!/^[\w-]+$/.test(text)) throw new Problem('not_found');
  return text;
}

type Failure = { error: unknown; values: Values };

const readIds = (texts: string[]): string[] => texts.flatMap((text) => readId(text) ?? []);

/** Values that were typed, or else the stored ones. Boxes that aren't checked aren't sent. */
function fillProfileForm(row: ProfileRow, typed: Values | undefined) {
  const { handle, name, about, isPublic, searchIndexing, credentialIds } = row;
  if (typed?.act === 'save') {
    const values = { handle: '', name: '', about: '', public: '', searchIndexing: '', ...typed };
    return { values, selected: readIds((typed.credential ?? '').split(' ')) };
  }
  const asBox = (isChecked: boolean) => (isChecked ? 'yes' : '');
  const values = {
    ...{ handle: handle ?? '', name, about },
    ...{ public: asBox(isPublic), searchIndexing: asBox(searchIndexing) },
  };
  return { values, selected: credentialIds };
}

function describeProblem({ code, details }: Problem, { problems: t }: GalleryTexts) {
  if (details) {
    const byField: Values = {
      ...{ name: t.name, description: t.text, about: t.text, expires: t.expires },
      ...{ handle: t.handle, credentials: t.credentials },
    };
    const errors = Object.fromEntries(
      details.map(({ path }) => {
        const field = path.split('.')[0] ?? '';
        return [field, byField[field] ?? t.other];
      }),
    );
    const isFull = details.some(({ path }) => path === 'credentials');
    return { problem: isFull ? t.tooMany : t.fields, errors };
  }
  if (code === 'handle_taken') return { problem: t.fields, errors: { handle: t.taken } };
  const texts: Partial<Record<typeof code, string>> = {
    credential_not_found: t.credentials,
    collection_limit_reached: t.full,
    collection_not_found: t.gone,
    origin_mismatch: t.origin,
  };
  return { problem: texts[code] ?? t.other, errors: {} };
}
