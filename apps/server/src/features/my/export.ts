import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type Language, pagePaths } from '@insignia/contract';
import type { FastifyReply } from 'fastify';
import yazl from 'yazl';
import { formatLongDate, getTextDirection } from '../../kernel/language.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Exports } from '../../platform/limits/exports.ts';
import { toBuffer } from '../../platform/memory/own-memory.ts';
import { defineView } from '../../platform/pages/index.ts';
import { listConnectedApps } from '../connected-apps/index.ts';
import type { Documents } from '../documents/index.ts';
import { createBakedBadge, createCertificate } from '../files/index.ts';
import { findOwnAddresses, listAddresses } from '../people/index.ts';
import { type PublishedCredential, requirePublishedCredential } from '../published/index.ts';
import { listOwnRequests } from '../requests/index.ts';
import { type CollectionDeps, getCollection, listCollections } from './collections.ts';
import { getExtension } from './imports.ts';
import { readImportedFiles } from './imports-store.ts';
import { describeProfile, readProfile } from './profile.ts';
import { findSelectedCredentials, type MyCredentialRow, myCredentialsPage } from './store.ts';
import { getDataTexts } from './texts/data.ts';

export type ExportDeps = CollectionDeps &
  Parameters<typeof createBakedBadge>[0] &
  Parameters<typeof createCertificate>[0] & { documents: Documents };

export type DownloadDeps = ExportDeps & { exports: Exports };

/** Throws `too_many_requests` while two exports of the user run. */
export const sendExport = (
  deps: DownloadDeps,
  reply: FastifyReply,
  personId: string,
  language: Language,
): Promise<FastifyReply> =>
  deps.exports.send(reply, personId, () => {
    reply
      .type('application/zip')
      .header('content-disposition', 'attachment; filename="my-credentials.zip"');
    return exportMine(deps, personId, language);
  });

/** A credential on the page of the export. Its JWT is signed again when the page is written. */
type ExportedCredential = {
  id: string;
  folder: string;
  badge: string;
  issuer: string;
  recipient: string;
  issued: string;
  page: string;
  /** False if the certificate couldn't be drawn. */
  hasPdf: boolean;
};

type View = (values: Record<string, unknown>) => string;

const assets = (name: string) =>
  readFileSync(fileURLToPath(new URL(`./assets/${name}`, import.meta.url)), 'utf8');
const createView = (part: string): View =>
  defineView<Record<string, unknown>>(import.meta.url, `./views/offline-${part}.eta`);
const [head, item, elsewhere, foot] = [
  ...[createView('head'), createView('item')],
  ...[createView('imported'), createView('foot')],
] as const;
const [script, style] = [assets('offline.js'), assets('offline.css')];

const PAGE_SIZE = 100;

/**
 * A zip file of everything that is the user's. Each credential is made when its turn comes, and only
 * if it still is theirs, so memory stays small and a removed address leaves the export too.
 */
function exportMine(deps: ExportDeps, personId: string, language: Language): Readable {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  const fill = async (): Promise<void> => {
    const add = createAdder(zip);
    const { credentials, issuerIds, listIds } = await addCredentials(deps, personId, language, add);
    const keys = await addKeys(deps, issuerIds, add);
    const lists = await addStatusLists(deps, listIds, add);
    const imported = await addImported(deps, personId, add);
    // Late, because addresses may be removed while credentials are made.
    await add('my-data.json', toJson(await readOwnData(deps, personId)));
    await add('index.html', writeIndex(deps, { credentials, keys, lists, imported }, language));
    zip.end();
  };
  const stop = (error: Error) => void output.destroy(error);
  zip.once('error', stop);
  fill().catch(stop);
  return output;
}

type AddFile = (name: string, content: Buffer | string | AsyncIterable<string>) => Promise<void>;

async function addCredentials(
  deps: ExportDeps,
  personId: string,
  language: Language,
  add: AddFile,
) {
  const [issuerIds, listIds] = [new Set<string>(), new Set<string>()];
  const credentials: ExportedCredential[] = [];
  for await (const row of readOwn(deps, personId)) {
    const exported = await makeFiles(deps, row, credentials.length + 1).catch(skipErased);
    if (!exported) continue;
    const { folder, files, hasPdf } = exported;
    for (const [name, bytes] of files) await add(`${folder}/${name}`, bytes);
    issuerIds.add(exported.issuerId);
    listIds.add(exported.listId);
    credentials.push({
      ...{ id: row.id, folder, hasPdf, badge: row.badgeName, issuer: row.issuerName },
      ...{ recipient: row.recipientName, issued: formatLongDate(language, row.issuedOn) },
      page: deps.urls.credentialPage(row.id),
    });
  }
  return { credentials, issuerIds, listIds };
}

type ExportedFile = {
  file: string;
  badge: string;
  issuer: string | null;
  /** False for SVG, whose scripts would run without the policy of the page. */
  isLinked: boolean;
};

/** Credentials from elsewhere, as the user added them. */
async function addImported(
  { db }: ExportDeps,
  personId: string,
  add: AddFile,
): Promise<ExportedFile[]> {
  const files: ExportedFile[] = [];
  const addresses = await findOwnAddresses(db, personId);
  for await (const row of readImportedFiles(db, { personId, addresses })) {
    const own = await findOwnAddresses(db, personId);
    if (!own.includes(row.recipientEmail)) continue;
    const { id, content, badgeName: badge, issuerName: issuer } = row;
    const extension = getExtension(content);
    const file = `imported/${id}.${extension}`;
    await add(file, content);
    files.push({ file, badge, issuer, isLinked: extension !== 'svg' });
  }
  return files;
}

/** Returns the documents by the issuer's DID. */
async function addKeys({ signing, urls }: ExportDeps, issuerIds: Set<string>, add: AddFile) {
  const keys: Record<string, object> = {};
  for (const issuerId of issuerIds) {
    const found = await signing.did(issuerId);
    if (!found) continue;
    keys[urls.did(issuerId)] = found.document;
    await add(`issuers/${issuerId}/did.json`, toJson(found.document));
  }
  return keys;
}

/** Returns the encoded lists by their URL. */
async function addStatusLists({ signing, urls }: ExportDeps, listIds: Set<string>, add: AddFile) {
  const lists: Record<string, string> = {};
  for (const listId of listIds) {
    const found = await signing.statusList(listId);
    if (!found) continue;
    const { credentialSubject } = found.document as { credentialSubject: { encodedList: string } };
    lists[urls.statusList(listId)] = credentialSubject.encodedList;
    await add(`status-lists/${listId}.json`, toJson(found.document));
  }
  return lists;
}

/** Adds a file when the ones before it have been read. Only one is in memory at a time. */
export function createAdder(zip: yazl.ZipFile): AddFile {
  const unread: Readable[] = [];
  // One function for all files: the zip file keeps it until its end, with all that it refers to.
  const giveNext = (give: (error: null, file: Readable) => void): void =>
    give(null, unread.shift() ?? Readable.from([]));
  return (name, content) => {
    const source = typeof content === 'string' ? Buffer.from(content) : content;
    const pieces = Buffer.isBuffer(source) ? [source] : source;
    const file = Readable.from(pieces, { objectMode: false });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    file.once('error', reject);
    file.once('close', resolve);
    unread.push(file);
    zip.addReadStreamLazy(name, giveNext);
    return promise;
  };
}

const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The user's credentials newest first. Each page is read with the addresses of that moment. */
async function* readOwn(
  { db, clock }: ExportDeps,
  personId: string,
): AsyncGenerator<MyCredentialRow> {
  let lastId: string | undefined;
  for (;;) {
    const addresses = await findOwnAddresses(db, personId);
    const page = { lastId, limit: PAGE_SIZE, now: clock() };
    const rows = await myCredentialsPage(db, addresses, page);
    for (const row of rows) {
      const own = await findOwnAddresses(db, personId);
      if ((await findSelectedCredentials(db, own, [row.id])).length > 0) yield row;
    }
    if (rows.length < PAGE_SIZE) return;
    lastId = rows.at(-1)?.id;
  }
}

/** Erased while the export ran. */
function skipErased(error: unknown): undefined {
  if (!isGone(error)) throw error;
}

const isGone = (error: unknown): boolean =>
  error instanceof Problem && ['credential_gone', 'credential_not_found'].includes(error.code);

async function makeFiles(deps: ExportDeps, row: MyCredentialRow, number: number) {
  const { documents, signing } = deps;
  const { id } = row;
  const [published, signed] = [
    await requirePublishedCredential(deps.db, id),
    await signing.credential(id),
  ];
  if (!signed) throw new Problem('credential_not_found');
  const assertion = toBuffer((await documents.credential(id, false)).body);
  const document = await signing.document(signed);
  const jwt = await signing.jwt(signed);
  const badge = await createBakedBadge(deps, published);
  const pdf = await drawCertificate(deps, published);
  const { credentialStatus } = document as { credentialStatus: { statusListCredential: string } };
  const slug = row.badgeName
    .normalize('NFKD')
    .replaceAll(/[^a-zA-Z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40)
    .toLowerCase();
  return {
    folder: `credentials/${String(number).padStart(4, '0')}${slug && `-${slug}`}`,
    issuerId: signed.issuerId,
    listId: credentialStatus.statusListCredential.split('/').at(-1) ?? '',
    hasPdf: pdf !== undefined,
    files: [
      ['assertion.json', assertion],
      ['credential.json', JSON.stringify(document)],
      ['credential.jwt', jwt],
      ['badge.png', badge],
      ...(pdf ? ([['certificate.pdf', pdf]] as const) : []),
    ] as const,
  };
}

const MAX_DRAWINGS = 3;

/** Undefined if it can't be drawn: that must not cost the user everything else. */
async function drawCertificate(
  deps: ExportDeps,
  credential: PublishedCredential,
): Promise<Buffer | undefined> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await createCertificate(deps, credential);
    } catch (error) {
      if (isGone(error)) throw error;
      const isBusy = error instanceof Problem && error.code === 'busy';
      if (!isBusy || attempts === MAX_DRAWINGS) return undefined;
    }
  }
}

async function readOwnData(deps: ExportDeps, personId: string): Promise<object> {
  const summaries = await listCollections(deps, personId);
  const collections: object[] = [];
  for (const { collectionId } of summaries)
    collections.push(await getCollection(deps, personId, collectionId));
  const requests = await listOwnRequests(deps.db, await findOwnAddresses(deps.db, personId));
  const apps = await listConnectedApps(deps.db, personId, deps.clock());
  return {
    addresses: await listAddresses(deps, personId),
    collections,
    profile: await describeProfile(await readProfile(deps, personId), deps),
    requests: requests.map(({ id, credentialId, ...request }) => ({
      ...{ requestId: id, credential: deps.urls.credential(credentialId) },
      ...request,
    })),
    connectedApps: apps.map(({ id: _, redirectUri, ...app }) => ({
      ...{ ...app, website: new URL(redirectUri).origin },
    })),
  };
}

type Index = {
  imported: ExportedFile[];
  credentials: ExportedCredential[];
  keys: Record<string, object>;
  lists: Record<string, string>;
};

/** Writes the page piece by piece: all JWTs together may not fit in memory. */
async function* writeIndex(
  { signing, clock, urls }: ExportDeps,
  { credentials, keys, lists, imported }: Index,
  language: Language,
): AsyncGenerator<string> {
  const { file: t } = getDataTexts(language);
  const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
  const [dir, day] = [getTextDirection(language), formatLongDate(language, clock())];
  yield head({ t, language, dir, style, day, isEmpty: credentials.length + imported.length === 0 });
  for (const [at, each] of credentials.entries()) yield item({ t, each, at });
  yield '</ul>\n';
  if (imported.length > 0)
    yield elsewhere({ t, imported, verifyUrl: urls.base + pagePaths.verifier });
  yield '</main>\n<script type="application/json" id="data">{"credentials":[';
  for (const [at, { id }] of credentials.entries()) {
    const signed = await signing.credential(id);
    // Null for one that was erased meanwhile. The page says that it can't be verified.
    const data = signed ? { jwt: await signing.jwt(signed) } : null;
    yield `${at === 0 ? '' : ','}${json(data)}`;
  }
  yield `],"keys":${json(keys)},"lists":${json(lists)}}</script>\n`;
  yield foot({ texts: json(t.checks), script });
}
