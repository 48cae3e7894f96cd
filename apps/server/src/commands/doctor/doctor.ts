import { randomBytes } from 'node:crypto';
import { readFile, stat, statfs } from 'node:fs/promises';
import { type Config, readConfig, readEnv } from '../../config/index.ts';
import { findLatestValidCredential } from '../../features/documents/index.ts';
import { countPausedDeliveries, findWebhookProblem } from '../../features/webhooks/index.ts';
import { createUrls, type Urls } from '../../kernel/urls.ts';
import { type Cdn, createPurgeClient } from '../../platform/cdn/index.ts';
import { BaseUrlMismatch, checkBaseUrl } from '../../platform/db/base-url.ts';
import { connect, type Database } from '../../platform/db/index.ts';
import {
  countDamaged,
  describePlace,
  type ImageStore,
  openImageStore,
} from '../../platform/images/index.ts';
import { countPausedJobs, readQueueState } from '../../platform/jobs/index.ts';
import { countPins, createPinClient, type PinPlace } from '../../platform/pins/index.ts';
import { toCommandError } from '../command-error.ts';
import { type CommandContext, openDatabaseAccess } from '../service.ts';
import { findDescriptorWarning } from '../start-error.ts';
import { checkDatabase, checkReplicas } from './database.ts';
import {
  catchAsFinding,
  type DoctorFinding,
  diskFinding,
  errorFinding,
  type FindingOutcome,
  findWorstOutcome,
  okFinding,
  pinFinding,
  queueFindings,
  warningFinding,
} from './findings.ts';
import { checkMail } from './mail.ts';
import { checkPublicUrls } from './public.ts';
import { checkSecret } from './secret.ts';

type Diagnosis = { outcome: FindingOutcome; findings: DoctorFinding[] };

/** Checks everything the service needs and reports each finding at once. Changes nothing. */
export async function runDoctor(
  { signal, warn }: CommandContext,
  onFinding: (finding: DoctorFinding) => void,
): Promise<Diagnosis> {
  const findings: DoctorFinding[] = [];
  const add = (found: readonly DoctorFinding[]): void => {
    signal.throwIfAborted();
    for (const each of found) onFinding(each);
    findings.push(...found);
  };
  const { config, errors } = readConfig(readEnv());
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const few = findDescriptorWarning(limits);
  add(
    errors.map((words) => errorFinding('settings', words, 'set it, and start the service again')),
  );
  add(few ? [warningFinding('settings', few, 'raise it before you have many clients')] : []);
  if (errors.length === 0) add([okFinding('settings', 'valid')]);
  // Later checks would only repeat the invalid settings.
  if (errors.length > 0) return { outcome: findWorstOutcome(findings), findings };

  add(await checkDisk(config.dataDir));
  const { imageStore, dataDir } = config;
  const place = describePlace(imageStore);
  const unwritable =
    'folder' in imageStore ? await checkImageOwner(imageStore.folder, dataDir) : [];
  add(unwritable);
  if (unwritable.length === 0) add(await checkImageStore(await openImageStore(config), place));
  add(await checkMail(config));
  add(await checkCdn(config.cdn));
  const urls = createUrls(config.baseUrl);
  let credentialId: string | undefined;
  try {
    const { url, close } = await openDatabaseAccess(config, false, { signal, warn });
    try {
      const { findings: found, fits } = await checkDatabase(
        url,
        config.databaseUrl ? {} : config.postgres,
      );
      add(found);
      add(await checkReplicas(url, config.databaseReadUrl));
      if (fits)
        credentialId = await withDatabase(url, async (db) => {
          add(await checkKnownBaseUrl(db, config.baseUrl, dataDir));
          add(await checkSecret(config, db));
          add(await checkQueues(db));
          for (const place of config.imagePins) add(await checkPins(place, urls, db));
          return findLatestValidCredential(db);
        });
      add(await checkPublicUrls(urls, credentialId));
    } finally {
      await close();
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const found = toCommandError(error, dataDir);
    add([errorFinding('database', found.message, databaseRemedy(config))]);
    add(await checkPublicUrls(urls, undefined));
  }
  return { outcome: findWorstOutcome(findings), findings };
}

const databaseRemedy = ({ databaseUrl }: Config): string =>
  databaseUrl
    ? 'check DATABASE_URL and whether the database is running'
    : "check that DATA_DIR is the service's folder and that you run as its account";

async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const { db, close } = connect(url, () => {});
  try {
    return await work(db);
  } finally {
    await close();
  }
}

async function checkKnownBaseUrl(
  db: Database,
  baseUrl: string,
  dataDir: string,
): Promise<DoctorFinding[]> {
  try {
    await checkBaseUrl(db, baseUrl, false);
    return [];
  } catch (error) {
    if (!(error instanceof BaseUrlMismatch)) throw error;
    const remedy = "the service doesn't start with these settings, and commands are refused";
    return [errorFinding('BASE_URL', toCommandError(error, dataDir).message, remedy)];
  }
}

async function checkQueues(db: Database): Promise<DoctorFinding[]> {
  const { oldestDueSeconds, dead } = await readQueueState(db);
  const webhooks = await findWebhookProblem(db);
  const paused = (await countPausedJobs(db)) + (await countPausedDeliveries(db));
  const damagedImages = await countDamaged(db);
  return queueFindings({ oldestDueSeconds, dead, paused, webhooks, damagedImages });
}

/** Asks the service, then shows what it has. A service that is down only delays pins. */
async function checkPins(place: PinPlace, urls: Urls, db: Database): Promise<DoctorFinding[]> {
  const client = createPinClient(place, urls.base);
  const problem = await client
    .check()
    .then(
      () => undefined,
      ({ message }: Error) => message,
    )
    .finally(client.close);
  const counts = await countPins(db);
  return [
    pinFinding(
      place.name,
      counts.find((each) => each.place === place.name),
      problem,
    ),
  ];
}

/** Purges a tag that nothing uses, to test the CDN as real purges would. */
async function checkCdn(cdn: Cdn | undefined): Promise<DoctorFinding[]> {
  if (!cdn) return [];
  const { host } = new URL(cdn.url);
  const remedy =
    'check CDN_PURGE_URL, CDN_PURGE_FORM and CDN_PURGE_TOKEN: until purging works, the CDN keeps copies of revoked credentials';
  return catchAsFinding('purge hook', remedy, async () => {
    const hook = createPurgeClient(cdn);
    try {
      await hook.purge(['doctor']);
      return [okFinding('purge hook', `${host} accepts purge requests`)];
    } finally {
      await hook.close();
    }
  });
}

export function checkDisk(dataDir: string): Promise<DoctorFinding[]> {
  return catchAsFinding(
    'disk',
    'make DATA_DIR a folder of the account that runs Insignia',
    async () => {
      const { bavail, blocks, bsize } = await statfs(dataDir);
      return [diskFinding('disk', bavail * bsize, blocks * bsize)];
    },
  );
}

/** Checks that files are writable for the service's user. */
export async function checkImageOwner(images: string, dataDir: string): Promise<DoctorFinding[]> {
  return catchAsFinding(
    'image store',
    'make DATA_DIR a folder of the account that runs Insignia',
    async () => {
      const data = await stat(dataDir);
      const { uid } = await stat(images).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        return data;
      });
      const own = process.geteuid?.() ?? uid;
      return uid === own
        ? []
        : [
            errorFinding(
              'image store',
              `${images} belongs to another account`,
              'run the command as the account that runs Insignia',
            ),
          ];
    },
  );
}

/** Writes and deletes random bytes that no image has. */
export function checkImageStore(images: ImageStore, place: string): Promise<DoctorFinding[]> {
  const check = 'image store';
  const remedy = 'check IMAGE_STORE, its permissions and its free space';
  return catchAsFinding(check, `${place}: ${remedy}`, async () => {
    const bytes = randomBytes(64);
    const cid = await images.put(bytes);
    const read = await images.get(cid);
    await images.remove(cid);
    if (!read?.equals(bytes))
      return [errorFinding(check, `${place} doesn't return what was written to it`, remedy)];
    if (await images.get(cid)) return [errorFinding(check, `${place} can't delete`, remedy)];
    return [okFinding(check, `${place} can write, read and delete`)];
  });
}
