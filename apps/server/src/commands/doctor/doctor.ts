import { readFile } from 'node:fs/promises';
import { type Config, readConfig, readEnv } from '../../config/index.ts';
import { sampleCredential } from '../../features/public/index.ts';
import { countHeldDeliveries, webhooksConcern } from '../../features/webhooks/index.ts';
import { createUrls } from '../../kernel/urls.ts';
import { checkBaseUrl, OtherBaseUrl } from '../../platform/base-url.ts';
import { connect, type Database } from '../../platform/db/index.ts';
import { countDamaged, nameOfPlace, openImageStore } from '../../platform/images/index.ts';
import { countHeldJobs, queueState } from '../../platform/jobs/index.ts';
import { descriptorWarning } from '../../platform/start-fault.ts';
import { faultOf } from '../fault.ts';
import { openPlace, type Surroundings } from '../service.ts';
import { lookAtCdn } from './cdn.ts';
import { lookAtDatabase } from './database.ts';
import { imagesNotOurs, lookAtDisk, lookAtImageStore } from './disk.ts';
import { type Finding, fault, type Outcome, ok, warning, worst } from './finding.ts';
import { queueFindings } from './judge.ts';
import { lookAtMail } from './mail.ts';
import { lookAtPublic } from './public.ts';
import { lookAtReplicas } from './replicas.ts';
import { lookAtSecret } from './secret.ts';

type Diagnosis = { outcome: Outcome; findings: Finding[] };

/** Checks everything the service needs and reports each finding at once. Changes nothing. */
export async function examine(
  { signal, warn }: Surroundings,
  tell: (finding: Finding) => void,
): Promise<Diagnosis> {
  const findings: Finding[] = [];
  const add = (found: readonly Finding[]): void => {
    signal.throwIfAborted();
    for (const each of found) tell(each);
    findings.push(...found);
  };
  const { config, faults } = readConfig(readEnv());
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const few = descriptorWarning(limits);
  add(faults.map((words) => fault('settings', words, 'set it, and start the service again')));
  add(few ? [warning('settings', few, 'raise it before many clients come')] : []);
  if (faults.length === 0) add([ok('settings', 'can be read')]);
  // Later checks would only repeat the invalid settings.
  if (faults.length > 0) return { outcome: worst(findings), findings };

  add(await lookAtDisk(config.dataDir));
  const { imageStore, dataDir } = config;
  const place = nameOfPlace(imageStore);
  const unwritable = 'folder' in imageStore ? await imagesNotOurs(imageStore.folder, dataDir) : [];
  add(unwritable);
  if (unwritable.length === 0) add(await lookAtImageStore(await openImageStore(config), place));
  add(await lookAtMail(config));
  add(await lookAtCdn(config.cdn));
  const urls = createUrls(config.baseUrl);
  let credentialId: string | undefined;
  try {
    const { url, close } = await openPlace(config, false, { signal, warn });
    try {
      const { findings: found, fits } = await lookAtDatabase(
        url,
        config.databaseUrl ? {} : config.postgres,
      );
      add(found);
      add(await lookAtReplicas(url, config.databaseReadUrl));
      if (fits)
        credentialId = await withDatabase(url, async (db) => {
          add(await otherBaseUrl(db, config.baseUrl, dataDir));
          add(await lookAtSecret(config, db));
          add(await queues(db));
          return sampleCredential(db);
        });
      add(await lookAtPublic(urls, credentialId));
    } finally {
      await close();
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const found = faultOf(error, dataDir);
    add([fault('database', found.message, remedyOf(config))]);
    add(await lookAtPublic(urls, undefined));
  }
  return { outcome: worst(findings), findings };
}

const remedyOf = ({ databaseUrl }: Config): string =>
  databaseUrl
    ? 'look at DATABASE_URL, and whether the database runs'
    : 'look whether DATA_DIR is the folder that the service has, and this its account';

async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const { db, close } = connect(url, () => {});
  try {
    return await work(db);
  } finally {
    await close();
  }
}

async function otherBaseUrl(db: Database, baseUrl: string, dataDir: string): Promise<Finding[]> {
  try {
    await checkBaseUrl(db, baseUrl, false);
    return [];
  } catch (error) {
    if (!(error instanceof OtherBaseUrl)) throw error;
    const remedy = 'the service does not start so, and commands are refused';
    return [fault('BASE_URL', faultOf(error, dataDir).message, remedy)];
  }
}

async function queues(db: Database): Promise<Finding[]> {
  const { oldestDueSeconds, dead } = await queueState(db);
  const webhooks = await webhooksConcern(db);
  const held = (await countHeldJobs(db)) + (await countHeldDeliveries(db));
  const damagedImages = await countDamaged(db);
  return queueFindings({ oldestDueSeconds, dead, held, webhooks, damagedImages });
}
