import './cheap-starts.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig, readEnv } from '../../src/config/index.ts';
import type { Database } from '../../src/platform/db/index.ts';
import { createLog, type Logger } from '../../src/platform/log/index.ts';
import { type Program, startProgram } from '../../src/program/program.ts';
import { startBalancer } from './balancer.ts';
import { checkResponses } from './check-responses.ts';
import { createDatabase } from './database.ts';
import { createInvalidationWaiter } from './invalidation-waiter.ts';
import { type Mailbox, startMailbox } from './mailbox.ts';
import { findFreePort } from './port.ts';
import { stopWithoutUnused } from './unused-connections.ts';

/** The program with its own database and a real SMTP server. */
export type Instance = {
  url: string;
  /** One specific API process; normally the same as `url`. */
  direct: string;
  /** All API processes. */
  addresses: string[];
  config: Config;
  db: Database;
  databaseUrl: string;
  mailbox: Mailbox;
  clock: TestClock;
  /**
   * Resolves once every process has received all earlier changes. Not needed for writes through
   * `url`, where the balancer waits. For changes by workers, or reads from another process.
   */
  waitForInvalidation: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Secret of the bounce URL. */
export const bounceToken = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789';

const isSplit = process.env.TEST_TOPOLOGY === 'split';

/** Real time until set, then continues from there. */
class TestClock {
  #offset = 0;
  readonly now = (): Date => new Date(Date.now() + this.#offset);

  set(time: Date | string): void {
    this.#offset = new Date(time).getTime() - Date.now();
  }
}

export async function startInstance(
  settings: Record<string, string> = {},
  log?: Logger,
): Promise<Instance> {
  const database = settings.DATABASE_URL
    ? { url: settings.DATABASE_URL, drop: async () => {} }
    : await createDatabase();
  const mailbox = await startMailbox();
  const dataDir = await mkdtemp(join(tmpdir(), 'insignia-test-'));
  const port = await findFreePort();
  const variables: Record<string, string> = {
    PORT: String(port),
    BASE_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    IMAGE_STORE_SHARED: 'yes',
    SECRET: 'a secret of the tests, long enough',
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Insignia <insignia@example.org>',
    MAIL_BOUNCE_TOKEN: bounceToken,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    ...settings,
  };
  checkResponses(variables.BASE_URL ?? '');
  const clock = new TestClock();
  const processes = await startProcesses(variables, clock, log).catch(async (error: unknown) => {
    await mailbox.close();
    throw error;
  });
  return {
    url: processes.config.baseUrl,
    direct: processes.direct,
    addresses: processes.addresses,
    config: processes.config,
    db: processes.db,
    databaseUrl: database.url,
    mailbox,
    clock,
    waitForInvalidation: processes.waitForInvalidation,
    stop: async () => {
      await processes.stop();
      await mailbox.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

type Processes = Pick<
  Instance,
  'config' | 'direct' | 'addresses' | 'db' | 'waitForInvalidation' | 'stop'
>;

/** One program, or with TEST_TOPOLOGY=split two API processes behind a balancer and two workers. */
async function startProcesses(
  variables: Record<string, string>,
  clock: TestClock,
  ownLog: Logger | undefined,
): Promise<Processes> {
  const start = async (more: Record<string, string>) => {
    const { config, errors } = readConfig(readEnv({ ...variables, ...more }));
    if (errors.length > 0) throw new Error(errors.join('\n'));
    const log = ownLog ?? createLog(config.logLevel);
    return { config, program: await startProgram(config, clock.now, log) };
  };
  if (!isSplit || variables.ROLE !== undefined || variables.TOPOLOGY === 'one') {
    const { config, program } = await start({});
    return createProcesses(config, [program], variables.DATABASE_URL ?? '');
  }
  const { BASE_URL, PORT = '' } = variables;
  const url = new URL(variables.DATABASE_URL ?? '');
  // Four processes share a server with other tests.
  url.searchParams.set('pool', '5');
  variables.DATABASE_URL = url.href;
  const ports = [await findFreePort(), await findFreePort()];
  const api = await Promise.all(
    ports.map((port) => start({ ROLE: 'api', PORT: String(port), BASE_URL: BASE_URL ?? '' })),
  );
  const workers = await Promise.all([start({ ROLE: 'worker' }), start({ ROLE: 'worker' })]);
  const programs = api.map(({ program }) => program);
  const config = { ...(api[0]?.config as Config), port: Number(PORT) };
  const processes = createProcesses(config, programs, url.href);
  const balancer = await startBalancer(Number(PORT), ports, processes.waitForInvalidation);
  return {
    ...processes,
    stop: async () => {
      await balancer.stop();
      await processes.stop();
      await Promise.all(workers.map(({ program }) => program.stop()));
    },
  };
}

function createProcesses(config: Config, api: Program[], databaseUrl: string): Processes {
  const [{ db }] = api as [Program];
  const hearing = createInvalidationWaiter(api, databaseUrl);
  const addresses = api.flatMap(({ address }) => address ?? []);
  return {
    ...{ config, db, addresses },
    direct: addresses[0] ?? '',
    waitForInvalidation: hearing.waitForInvalidation,
    stop: async () => {
      await hearing.stop();
      await stopWithoutUnused(addresses, () => Promise.all(api.map(({ stop }) => stop())));
    },
  };
}
