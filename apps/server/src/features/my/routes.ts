import * as contract from '@insignia/contract';
import { createPathMatcher } from '@insignia/contract';
import type { FastifyRequest } from 'fastify';
import type { User } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Trx } from '../../platform/db/index.ts';
import {
  type App,
  acceptSelections,
  clientAddress,
  type Implement,
  type RequestLimits,
  readRequestLanguage,
  type Scope,
} from '../../platform/http/index.ts';
import { createPageScope } from '../../platform/pages/index.ts';
import {
  type AddressUser,
  addAddress,
  confirmAddress,
  findOwnAddresses,
  listAddresses,
  makePrimary,
  removeAddress,
} from '../people/index.ts';
import { createRequest } from '../requests/index.ts';
import { type AddressPageDeps, addressPages } from './address-pages.ts';
import { registerBadgeConnect } from './badge-connect.ts';
import {
  createCollection,
  deleteCollection,
  getCollection,
  listCollections,
  updateCollection,
} from './collections.ts';
import { type DownloadDeps, sendExport } from './export.ts';
import { type GalleryDeps, galleryPages } from './gallery-pages.ts';
import {
  countCollections,
  moveCollections,
  moveProfile,
  replaceSelected,
} from './gallery-store.ts';
import { createPageQueue } from './host-api.ts';
import { acceptCredentials, importPages, readImport } from './import-pages.ts';
import {
  type AddBadgeDeps,
  createImportQueue,
  deleteImported,
  importCredential,
  startRechecks,
} from './imports.ts';
import { countImported, listSameImports, moveImported } from './imports-store.ts';
import { addStatus, listMyCredentials, type MyListRow } from './list.ts';
import { registerOpenBadgesApi } from './open-badges-api.ts';
import { type MyPageDeps, myPages } from './pages.ts';
import { describeProfile, readProfile, updateProfile } from './profile.ts';
import { deleteMe, type SettingsDeps, settingsPages } from './settings-pages.ts';

type MyDeps = Omit<MyPageDeps & GalleryDeps, 'noteShown'> &
  AddressPageDeps &
  SettingsDeps &
  DownloadDeps &
  Omit<AddBadgeDeps, 'importQueue'> & { limits: RequestLimits };

export function registerMy(scope: Scope, parts: MyDeps) {
  const { app, implement, within } = scope;
  const { db, urls } = parts;
  const importing: MyDeps & AddBadgeDeps = { ...parts, importQueue: createImportQueue() };
  const rechecks = startRechecks(importing);
  app.addHook('onClose', rechecks.stop);
  const deps = { ...parts, noteShown: rechecks.noteShown };
  within(createPageScope(urls.base), ({ app }) => {
    myPages(app, deps);
    addressPages(app, deps);
    settingsPages(app, deps);
  });
  within(createPageScope(urls.base, acceptSelections), ({ app }) => galleryPages(app, deps));
  within(createPageScope(urls.base), (pages) =>
    pages.within(acceptCredentials, ({ app }) =>
      importPages(app, { ...importing, identifyUser: deps.identifyUser }),
    ),
  );

  const operations = {
    ...contract.myOperations,
    ...contract.addressOperations,
    ...contract.collectionOperations,
    ...contract.profileOperations,
    ...contract.myDataOperations,
  };
  const own = implement(operations, {
    listMyCredentials: async ({ query, who }) => {
      const { rows, hasOthers: _, ...more } = await listMyCredentials(deps, who, query);
      deps.noteShown(rows.filter((row) => row.source === 'imported'));
      return { items: rows.map((row) => toItem(row, urls)), ...more };
    },

    createRequest: async ({ params: { awardId }, body, who }) => {
      const { personId } = who;
      const addresses = await findOwnAddresses(db, personId);
      return createRequest(deps, { personId, addresses }, awardId, body);
    },

    listAddresses: async ({ who }) => ({ items: await listAddresses(deps, who.personId) }),

    addAddress: ({ body, who, request }) => addAddress(deps, body.email, by(who, request)),

    confirmAddress: async ({ params: { addressId }, body, who, request }) => {
      refuseSessionToken(who);
      return confirmAddress(deps, addressId, body.code, by(who, request));
    },

    updateAddress: async ({ params: { addressId }, who, request }) => {
      refuseSessionToken(who);
      return makePrimary(deps, addressId, by(who, request));
    },

    removeAddress: async ({ params: { addressId }, who }) => {
      await removeAddress(deps, addressId, who);
      return { deleted: true } as const;
    },

    listCollections: async ({ who }) => ({ items: await listCollections(deps, who.personId) }),

    createCollection: ({ body, who }) => createCollection(deps, who.personId, body),

    getCollection: ({ params: { collectionId }, who }) =>
      getCollection(deps, who.personId, collectionId),

    updateCollection: ({ params: { collectionId }, body, who }) =>
      updateCollection(deps, who.personId, collectionId, body),

    deleteCollection: async ({ params: { collectionId }, who }) => {
      await deleteCollection(deps, who.personId, collectionId);
      return { deleted: true } as const;
    },

    getProfile: async ({ who }) => describeProfile(await readProfile(deps, who.personId), deps),

    exportMine: async ({ who: { personId }, request, reply }) =>
      sendExport(deps, reply, personId, readRequestLanguage(request)),

    deleteMe: async ({ who }) => {
      await deleteMe(deps, who);
      return { deleted: true } as const;
    },

    updateProfile: async ({ body, who }) =>
      describeProfile(await updateProfile(deps, who.personId, body), deps),
  });
  const hosting = { ...importing, pageQueue: createPageQueue() };
  registerBadgeConnect(scope, hosting);
  registerOpenBadgesApi(scope, hosting);
  const imported = within(acceptCredentials, (scope) => importRoutes(scope.implement, importing));
  return [own, imported] as const;
}

function importRoutes(implement: Implement, deps: AddBadgeDeps) {
  return implement(contract.importedOperations, {
    importCredential: async ({ who: { personId }, request }) => {
      const importer = { personId, client: clientAddress(request) };
      const row = await importCredential(deps, importer, await readImport(request));
      return toItem(addStatus(row, deps.clock()), deps.urls);
    },

    deleteImported: async ({ params: { importedId }, who }) => {
      await deleteImported(deps, who.personId, importedId);
      return { deleted: true } as const;
    },
  });
}

function toItem(row: MyListRow, urls: MyDeps['urls']) {
  const shared = {
    recipient: { name: row.recipientName, email: row.recipientEmail },
    issuer: { name: row.issuerName },
    issuedOn: row.issuedOn?.toISOString() ?? null,
    expires: row.expires?.toISOString() ?? null,
  };
  if (row.source === 'imported') {
    const { id, edition, provenBy, checkedAt } = row;
    return {
      ...shared,
      ...{ id: urls.imported(id), source: row.source, status: row.status },
      badge: { name: row.badgeName, image: null },
      ...{ page: null, certificate: null, openRequests: [], walletCopies: 0, deletedCopies: 0 },
      imported: { importedId: id, edition, provenBy, checkedAt: checkedAt.toISOString() },
    };
  }
  return {
    ...shared,
    ...{ id: urls.credential(row.id), source: row.source, status: row.status },
    badge: { name: row.badgeName, image: urls.image(row.imageCid) },
    ...{ page: urls.credentialPage(row.id), certificate: urls.pdf(row.id) },
    ...{ openRequests: row.openRequests, imported: null },
    ...{ walletCopies: row.walletCopies, deletedCopies: row.deletedCopies },
  };
}

/** A stolen JWT must not add a way to sign in. Tokens of the operator's identity provider have no session. */
function refuseSessionToken({ byCookie, sessionId }: User): void {
  if (!byCookie && sessionId) throw new Problem('fresh_sign_in_required');
}

const by = ({ personId }: User, request: FastifyRequest): AddressUser => ({
  personId,
  client: clientAddress(request),
  language: readRequestLanguage(request),
});

/**
 * Moves what a user made to the user who absorbs them. Refuses if it's too much for one user,
 * because nothing may be lost. Both users are locked.
 */
export async function moveBelongings(trx: Trx, from: string, to: string): Promise<void> {
  await moveCollections(trx, from, to);
  await moveProfile(trx, from, to);
  const same = await listSameImports(trx, from, to);
  if (same.length > 0) await replaceSelected(trx, to, same);
  await moveImported(trx, from, to);
  const [collections, imported] = [await countCollections(trx, to), await countImported(trx, to)];
  const both = 'you and the user of this address together have';
  if (collections > contract.MAX_COLLECTIONS)
    throw new Problem('collection_limit_reached', {
      text: `${both} ${collections} collections, but a user has at most ${contract.MAX_COLLECTIONS}: delete ${collections - contract.MAX_COLLECTIONS}, then confirm again`,
    });
  if (imported > contract.MAX_IMPORTED)
    throw new Problem('imported_limit_reached', {
      text: `${both} ${imported} imported credentials, but a user has at most ${contract.MAX_IMPORTED}: delete ${imported - contract.MAX_IMPORTED}, then confirm again`,
    });
}

/** Makes everything of recipients look as if it didn't exist. Call it before adding routes. */
export function hideMyCredentials(app: App): void {
  app.addHook('onRequest', async ({ url, routeOptions }) => {
    // The path of a route is decoded. Requests that no route accepts have only the path they sent:
    // their answers, such as 405, would reveal the routes of other methods.
    const paths = [routeOptions.url ?? '', url.split('?', 1)[0] ?? ''];
    if (paths.some(isHidden)) throw new Problem('not_found');
  });
}

const hiddenPaths = [
  ...[contract.pagePaths.my, contract.pagePaths.authorizeApp],
  ...Object.values(contract.oauthPaths),
  ...Object.values(contract.hostPaths),
  contract.emailCodeOperations.requestEmailCode.path,
] as const;
const hiddenMatchers = [contract.pagePaths.sharedCollection, contract.pagePaths.profile].map(
  (path) => createPathMatcher(path),
);

const isHidden = (path: string): boolean =>
  hiddenPaths.some((hidden) => path === hidden || path.startsWith(`${hidden}/`)) ||
  hiddenMatchers.some((match) => match(path) !== undefined);
