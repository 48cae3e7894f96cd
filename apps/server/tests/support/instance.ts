import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig, readEnv } from '../../src/config/index.ts';
import type { Database } from '../../src/platform/db/index.ts';
import { createLog } from '../../src/platform/log/index.ts';
import { startProgram } from '../../src/program.ts';
import { createDatabase } from './database.ts';
import { type Mailbox, startMailbox } from './mailbox.ts';

/** The program as it runs, on a database of its own, with a real SMTP server to mail through. */
export type Instance = {
  url: string;
  config: Config;
  db: Database;
  databaseUrl: string;
  mailbox: Mailbox;
  clock: TestClock;
  stop: () => Promise<void>;
};

/** Real time until it is set; then it goes on from there. */
class TestClock {
  #offset = 0;
  readonly now = (): Date => new Date(Date.now() + this.#offset);

  set(time: Date | string): void {
    this.#offset = new Date(time).getTime() - Date.now();
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

export async function startInstance(settings: Record<string, string> = {}): Promise<Instance> {
  const database = settings.DATABASE_URL
    ? { url: settings.DATABASE_URL, drop: async () => {} }
    : await createDatabase();
  const mailbox = await startMailbox();
  const dataDir = await mkdtemp(join(tmpdir(), 'insignia-test-'));
  const port = await freePort();
  const variables: Record<string, string> = {
    PORT: String(port),
    BASE_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SECRET: 'a secret of the tests, long enough',
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Insignia <insignia@example.org>',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    ...settings,
  };
  const { config, faults } = readConfig(readEnv(variables));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const clock = new TestClock();
  const program = await startProgram(config, clock.now, createLog(config.logLevel)).catch(
    async (error: unknown) => {
      await mailbox.close();
      throw error;
    },
  );
  return {
    url: config.baseUrl,
    config,
    db: program.db,
    databaseUrl: database.url,
    mailbox,
    clock,
    stop: async () => {
      await program.stop();
      await mailbox.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
