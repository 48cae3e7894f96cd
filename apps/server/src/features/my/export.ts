import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Language } from '@insignia/contract';
import yazl from 'yazl';
import { formatLongDate, getTextDirection } from '../../kernel/language.ts';
import { Problem } from '../../kernel/problem.ts';
import { toBuffer } from '../../platform/memory/own-memory.ts';
import { defineView } from '../../platform/pages/index.ts';
import type { Documents } from '../documents/index.ts';
import { createBakedBadge, createCertificate } from '../files/index.ts';
import { findOwnAddresses, listAddresses } from '../people/index.ts';
import { requirePublishedCredential } from '../published/index.ts';
import { type CollectionDeps, getCollection, listCollections } from './collections.ts';

import { describeProfile, readProfile } from './profile.ts';
import { findSelectedCredentials, type MyCredentialRow, myCredentialsPage } from './store.ts';
import { getDataTexts } from './texts/data.ts';

export type ExportDeps = CollectionDeps &
  Parameters<typeof createBakedBadge>[0] &
  Parameters<typeof createCertificate>[0] & { documents: Documents };

type ExportedCredential = {
  folder: string;
  badge: string;
  issuer: string;
  recipient: string;
  issued: string;
  page: string;
  jwt: string;
};

const assets = (name: string) =>
  readFileSync(fileURLToPath(new URL(`./assets/${name}`, import.meta.url)), 'utf8');
const view = defineView<Record<string, unknown>>(import.meta.url, './views/offline.eta');
const [script, style] = [assets('offline.js'), assets('offline.css')];

const PAGE_SIZE = 100;

/**
 * A zip file of everything that is the user's. Each credential is made when its turn comes, and only
 * if it still is theirs, so memory stays small and a removed address leaves the export too.
 */
export function exportMine(deps: ExportDeps, personId: string, language: Language): Readable {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  const fill = async (): Promise<void> => {
    const add = createAdder(zip);
    await add('my-data.json', toJson(await readOwnData(deps, personId)));
    const { credentials, issuerIds, listIds } = await addCredentials(deps, personId, language, add);
    const keys = await addKeys(deps, issuerIds, add);
    const lists = await addStatusLists(deps, listIds, add);
    const now = deps.clock();
    await add('index.html', renderIndex({ credentials, keys, lists }, language, now));
    zip.end();
  };
  fill().catch((error: Error) => output.destroy(error));
  return output;
}

type AddFile = (name: string, content: Buffer | string) => Promise<void>;

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
    const { folder, files, jwt } = exported;
    for (const [name, bytes] of files) await add(`${folder}/${name}`, bytes);
    issuerIds.add(exported.issuerId);
    listIds.add(exported.listId);
    credentials.push({
      ...{ folder, jwt, badge: row.badgeName, issuer: row.issuerName },
      ...{ recipient: row.recipientName, issued: formatLongDate(language, row.issuedOn) },
      page: deps.urls.credentialPage(row.id),
    });
  }
  return { credentials, issuerIds, listIds };
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

/** Adds a file when the ones before it have been read. */
function createAdder(zip: yazl.ZipFile): AddFile {
  return (name, content) =>
    new Promise((resolve) => {
      zip.addReadStreamLazy(name, (give) => {
        const file = Readable.from([Buffer.from(content)]);
        file.once('close', resolve);
        give(null, file);
      });
    });
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
  const isGone =
    error instanceof Problem && ['credential_gone', 'credential_not_found'].includes(error.code);
  if (!isGone) throw error;
}

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
    jwt,
    files: [
      ['assertion.json', assertion],
      ['credential.json', JSON.stringify(document)],
      ['credential.jwt', jwt],
      ['badge.png', badge],
      ['certificate.pdf', await createCertificate(deps, published)],
    ] as const,
  };
}

async function readOwnData(deps: ExportDeps, personId: string): Promise<object> {
  const summaries = await listCollections(deps, personId);
  const collections: object[] = [];
  for (const { collectionId } of summaries)
    collections.push(await getCollection(deps, personId, collectionId));
  return {
    addresses: await listAddresses(deps, personId),
    collections,
    profile: await describeProfile(await readProfile(deps, personId), deps),
  };
}

function renderIndex(data: object, language: Language, now: Date): string {
  const { file: t } = getDataTexts(language);
  const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
  return view({
    ...{ t, language, dir: getTextDirection(language), script, style, ...data },
    ...{ data: json(data), texts: json(t.checks), day: formatLongDate(language, now) },
  });
}
