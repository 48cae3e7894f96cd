import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { connect } from '../../src/platform/db/index.ts';
import { createRequest } from '../../tests/support/create-request.ts';
import { type Load, startLoad } from '../../tests/support/load.ts';
import { type Mailbox, startMailbox } from '../../tests/support/mailbox.ts';
import { createBadge, createIssuer, createOwner } from '../../tests/support/people.ts';
import { type Receiver, startReceiver } from '../../tests/support/receiver.ts';
import { type AuditResult, auditWrites } from '../rules.ts';
import { type Databases, startDatabases } from './databases.ts';
import { createNetwork, scratchDirectory } from './machines.ts';
import {
  apps,
  areAllReady,
  baseUrl,
  getAppUrl,
  type Service,
  startBalancer,
  startService,
} from './service.ts';
import { waitForCondition } from './wait-for-condition.ts';

export type Cluster = {
  databases: Databases;
  service: Service;
  pictures: ImageStore;
  load: Load;
  /** Writable API key and issuer id. */
  key: string;
  issuerId: string;
  /** Waits until this many more were issued. */
  issues: (more: number) => Promise<void>;
  /** True once everything has recovered by itself. */
  isWhole: () => Promise<boolean>;
  audit: () => Promise<AuditResult & Notifications>;
};

/** Notifications received: events, emails, and how many were repeated. */
export type Notifications = {
  credentials: number;
  events: number;
  untold: number;
  eventsAgain: number;
  mails: number;
  mailsAgain: number;
};

export async function startCluster(say: (words: string) => void): Promise<Cluster> {
  await createNetwork(['balancer', ...apps]);
  startBalancer();
  say('Ceph and its gateway');
  const pictures = await startImageStore();
  say('three databases under Patroni and etcd');
  const databases = await startDatabases();
  say('three processes for the API, two workers');
  const mailbox = await startMailbox();
  const settings = { ...pictures.settings, SMTP_URL: mailbox.url };
  const service = await startService(databases.password, settings);
  const isWhole = async () => (await databases.areWhole()) && (await areAllReady());
  await waitForCondition('everything is up', isWhole);
  const receiver = await startReceiver();
  const home = await settle(databases, mailbox, receiver);
  const load = startLoad(baseUrl, home);
  return {
    ...{ databases, service, pictures, load, isWhole },
    ...{ key: home.key, issuerId: home.issuerId },
    issues: (more) => {
      const wanted = load.count() + more;
      return waitForCondition(`${more} more are issued`, () => load.count() >= wanted);
    },
    audit: () => auditCluster(databases, load, mailbox, receiver),
  };
}

async function settle({ password }: Databases, mailbox: Mailbox, receiver: Receiver) {
  const { db, close } = connect(
    `postgresql://insignia:${password}@balancer:5000/insignia`,
    () => {},
  );
  const owner = await createOwner({ url: baseUrl, mailbox, db }, 'unlimited');
  await close();
  const issuerId = await createIssuer(owner);
  const badgeId = await createBadge(owner, issuerId);
  await owner.insignia.webhooks.create({ url: receiver.url });
  return { key: owner.key, issuerId, badgeId };
}

/** Waits for all background work. */
async function auditCluster(
  databases: Databases,
  { promised, mailed, imports }: Load,
  mailbox: Mailbox,
  receiver: Receiver,
): Promise<AuditResult & Notifications> {
  const db = await databases.open();
  try {
    const awaited = { imports: [...imports], mailed: [...mailed] };
    // Requests in flight may be answered after the rows were read.
    const answered = [...promised.issued].map(([key, ids]) => [key, new Set(ids)] as const);
    const before = { issued: new Map(answered), imported: new Set(promised.imported) };
    await waitForCondition('all imports have ended', async () => {
      const { rows } = await db.query(
        'select 1 from imports where id = any($1) and finished_at is null',
        [awaited.imports],
      );
      return rows.length === 0;
    });
    const { rows: stored } = await db.query('select id, recipient_email as email from credentials');
    // The endpoint existed before any event, so each event needs a delivery.
    const { rows: events } = await db.query<{ id: string | null }>(
      'select deliveries.id from events left join deliveries on event_id = events.id',
    );
    const getDeliveredIds = () => new Set(receiver.received.map(({ body }) => JSON.parse(body).id));
    await waitForCondition('every event was delivered', () => {
      const known = getDeliveredIds();
      return events.every(({ id }) => id === null || known.has(id));
    });
    const mails = () => mailbox.received.flatMap(({ to }) => to).filter((to) => /^mail-/.test(to));
    await waitForCondition('every mail has come', () => {
      const known = new Set(mails());
      return awaited.mailed.every((address) => known.has(address));
    });
    return {
      ...auditWrites(before, stored),
      untold: events.filter(({ id }) => id === null).length,
      credentials: stored.length,
      events: getDeliveredIds().size,
      eventsAgain: receiver.received.length - getDeliveredIds().size,
      mails: new Set(mails()).size,
      mailsAgain: mails().length - new Set(mails()).size,
    };
  } finally {
    await db.end();
  }
}

/**
 * Milliseconds from a revocation's response until every process, with the credential cached,
 * reports it.
 */
export async function measureRevocationDelay({ key, load }: Cluster): Promise<number> {
  const id = load.latest();
  const documents = apps.map((app) => createRequest(getAppUrl(app)));
  const read = () => Promise.all(documents.map((ask) => ask('GET', `/certify-badge/award/${id}`)));
  await waitForCondition('everybody serves it', async () =>
    (await read()).every(({ status }) => status === 200),
  );
  const revoke = createRequest(baseUrl, { 'x-api-key': key });
  const answer = await revoke('POST', `/awards/${id}/revoke`, { parameters: { reason: 'a test' } });
  if (answer.status !== 200) throw new Error(`not revoked: ${answer.status} ${answer.text}`);
  const revoked = performance.now();
  await waitForCondition('it is revoked everywhere', async () =>
    (await read()).every(({ body }) => body?.revoked === true),
  );
  return performance.now() - revoked;
}

const gatewayScript = fileURLToPath(new URL('../../../../scripts/s3-gateway.sh', import.meta.url));
const gatewayDirectory = join(scratchDirectory, 'ceph');
const gatewayEndpoint = 'http://127.0.0.1:17480';

type ImageStore = {
  /** IMAGE_STORE with its credentials. */
  settings: Record<string, string>;
  /** Signals the gateway for all pictures. */
  signal: (signal: NodeJS.Signals) => Promise<void>;
};

/** Ceph's gateway on an in-memory Ceph. */
async function startImageStore(): Promise<ImageStore> {
  await promisify(execFile)('bash', [gatewayScript], {
    env: { ...process.env, S3_GATEWAY_DIR: gatewayDirectory },
  });
  const credentials = { accessKeyId: 'insignia', secretAccessKey: 'insigniasecret' };
  const s3 = new S3Client({
    region: 'us-east-1',
    endpoint: gatewayEndpoint,
    forcePathStyle: true,
    credentials,
  });
  await s3.send(new CreateBucketCommand({ Bucket: 'pictures' }));
  s3.destroy();
  return {
    settings: {
      IMAGE_STORE: `s3://pictures?endpoint=${gatewayEndpoint}`,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    signal: async (signal) => {
      process.kill(
        Number(await readFile(join(gatewayDirectory, 'client.rgw.pid'), 'utf8')),
        signal,
      );
    },
  };
}
