import { randomUUID } from 'node:crypto';
import { type Dirent, readFileSync, type Stats } from 'node:fs';
import { chmod, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configureS3, isObjectMissing, type S3Place } from '../../platform/images/s3.ts';
import { openRepository, type Repository, toBucketError, toFolderError } from '../backup/index.ts';
import { type StaticFile, toFileName, toObjectName } from './rules.ts';

type Address = Pick<StaticFile, 'path' | 'type'>;

/** Where an export goes. A file exists completely or not at all. */
export type ExportTarget = {
  /** Location in the operator's terms. */
  place: string;
  /** The folder, where web servers follow our rules. Undefined for a bucket. */
  folder: string | undefined;
  /** The lock and the mark of the export. Web servers must not serve it. */
  records: Repository;
  /** Name of an entry that the export didn't make. Undefined if there is none. */
  findForeign: () => Promise<string | undefined>;
  put: (file: StaticFile) => Promise<void>;
  /** Deletes the file of an address. Deleting a missing file succeeds. */
  remove: (file: Address) => Promise<void>;
  /** Deletes the files of a credential. */
  removeAll: (id: string, addresses: readonly Address[]) => Promise<void>;
  /** Makes the addresses of an erased credential answer 410 with this page. */
  putGone: (id: string, addresses: readonly Address[], page: Uint8Array) => Promise<void>;
  /** Files beside the public ones: rules for web servers. */
  putRules: (name: string, text: string) => Promise<void>;
  /** Returns once everything so far would survive a power failure. */
  sync: () => Promise<void>;
};

/** Served by the web server, unlike the rest of the folder. */
const publicFolder = 'public';
/** One empty file per erased credential, which the rules of the web servers look for. */
const goneFolder = 'gone';
const drafts = '.drafts';

/** A run that was killed before it marked the folder leaves these. */
const isOwn = (folder: string, { name, parentPath }: Dirent): boolean =>
  parentPath === folder ? name === 'lock' : parentPath === join(folder, drafts);

/** Web servers read files and folders under another user, whatever the umask of the operator's shell. */
const [fileMode, folderMode] = [0o644, 0o755];
/** File systems with fixed modes refuse changes. */
const lacks = ({ mode }: Stats, wanted: number): boolean => (mode & wanted) !== wanted;

async function createFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: folderMode });
  if (first === undefined) return;
  for (let created = path; created.length >= first.length; created = dirname(created))
    if (lacks(await stat(created), folderMode)) await chmod(created, folderMode);
}

export async function openExportFolder(folder: string): Promise<ExportTarget> {
  await translateErrors(folder, () => createFolder(resolve(folder)));
  const records = await openRepository(folder);
  const knownFolders = new Set<string>();
  const makeFolder = async (path: string): Promise<void> => {
    if (knownFolders.has(path)) return;
    await createFolder(path);
    // Each credential has a folder. Forgetting them costs one more call.
    if (knownFolders.size > 1_000) knownFolders.clear();
    knownFolders.add(path);
  };
  const write = (name: string, bytes: Uint8Array): Promise<void> =>
    translateErrors(folder, async () => {
      const [path, draft] = [join(folder, name), join(folder, drafts, randomUUID())];
      await makeFolder(join(folder, drafts));
      await makeFolder(dirname(path));
      try {
        const file = await open(draft, 'wx', fileMode);
        try {
          if (lacks(await file.stat(), fileMode)) await file.chmod(fileMode);
          await file.writeFile(bytes);
          await file.datasync();
        } finally {
          await file.close();
        }
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    });
  const buildName = ({ path, type }: Address): string => join(publicFolder, toFileName(path, type));
  const remove = (file: Address): Promise<void> =>
    translateErrors(folder, () => rm(join(folder, buildName(file)), { force: true }));
  const removeAll: ExportTarget['removeAll'] = async (id, addresses) => {
    for (const address of addresses) await remove(address);
    await translateErrors(folder, async () => {
      const own = addresses.map((address) => dirname(buildName(address)));
      for (const name of new Set(own))
        if (name.endsWith(`${sep}${id}`))
          await rm(join(folder, name), { recursive: true, force: true });
    });
  };
  return {
    ...{ place: folder, folder },
    records: {
      ...records,
      tidy: async () => {
        knownFolders.clear();
        await records.tidy();
      },
    },
    async findForeign() {
      return translateErrors(folder, async () => {
        // Through a link, the export would write elsewhere. Empty folders are harmless.
        for await (const entry of await opendir(folder, { recursive: true }))
          if (!entry.isDirectory() && !isOwn(folder, entry))
            return relative(folder, join(entry.parentPath, entry.name));
        return undefined;
      });
    },
    put: (file) => write(buildName(file), file.bytes),
    ...{ remove, removeAll },
    async putGone(id, addresses) {
      await write(join(goneFolder, id), new Uint8Array());
      await removeAll(id, addresses);
    },
    putRules: (name, text) => write(join('servers', name), Buffer.from(text)),
    sync: () =>
      translateErrors(folder, async () => {
        // Syncs the journal of the file system, and the names in all folders with it.
        const handle = await open(folder, 'r');
        await handle.sync().finally(() => handle.close());
      }),
  };
}

async function translateErrors<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toFolderError(error as NodeJS.ErrnoException, folder);
  }
}

const silenceMs = 60_000;
/** Objects that only the export reads. */
const recordsPrefix = '.insignia/';

export async function openExportBucket(where: S3Place): Promise<ExportTarget> {
  const { DeleteObjectCommand, PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client(configureS3(where, silenceMs));
  const { bucket, prefix } = where;
  const place = `s3://${bucket}/${prefix}`;
  const all = await openRepository(where);
  const send = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw toBucketError(error, place);
    }
  };
  const at = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` });
  const put = (name: string, type: string, bytes: Uint8Array, status?: string): Promise<void> =>
    send(async () => {
      await client.send(
        new PutObjectCommand({
          ...at(name),
          ...{ Body: bytes, ContentType: type, CacheControl: chooseCacheControl(name) },
          ...(status && { Metadata: { status } }),
        }),
      );
    });
  const remove = ({ path }: Address): Promise<void> =>
    send(async () => {
      await client.send(new DeleteObjectCommand(at(toObjectName(path)))).catch((error: unknown) => {
        if (!isObjectMissing(error)) throw error;
      });
    });
  return {
    ...{ place, folder: undefined },
    records: await openRepository({ ...where, prefix: `${prefix}${recordsPrefix}` }),
    async findForeign() {
      for await (const { name } of all.list('')) if (!name.startsWith(recordsPrefix)) return name;
      return undefined;
    },
    put: ({ path, type, bytes }) => put(toObjectName(path), addCharset(type), bytes),
    remove,
    async removeAll(_id, addresses) {
      for (const address of addresses) await remove(address);
    },
    async putGone(_id, addresses, page) {
      for (const { path } of addresses)
        await put(toObjectName(path), 'text/html; charset=utf-8', page, '410');
    },
    putRules: (name, text) =>
      put(`${recordsPrefix}${name}`, 'text/plain; charset=utf-8', Buffer.from(text)),
    sync: async () => {},
  };
}

const addCharset = (type: string): string =>
  type.startsWith('text/') ? `${type}; charset=utf-8` : type;

/** Files whose address contains a hash never change. */
const chooseCacheControl = (name: string): string =>
  /^(?:ipfs|assets)\//.test(name) ? 'public, max-age=31536000, immutable' : 'public, max-age=300';

const readAsset = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`./assets/${name}`, import.meta.url)), 'utf8');

const forFolders = ['nginx.conf', 'apache.conf', 'Caddyfile'].map(
  (name) => [name, readAsset(name)] as const,
);
const forBuckets = [['cloudfront-function.js', readAsset('cloudfront-function.js')] as const];

/** Rules for the web servers that serve a folder, or for CloudFront in front of a bucket. */
export function createServerRules(
  baseUrl: string,
  folder: string | undefined,
): (readonly [name: string, text: string])[] {
  if (folder === undefined) return forBuckets;
  const { hostname } = new URL(baseUrl);
  return forFolders.map(([name, text]) => [
    name,
    text.replaceAll('BADGES_HOST', hostname).replaceAll('EXPORT_FOLDER', folder),
  ]);
}
