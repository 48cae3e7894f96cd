import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { readConfig } from '../../apps/server/src/config/index.ts';
import { systemClock } from '../../apps/server/src/kernel/clock.ts';
import { createLog } from '../../apps/server/src/platform/log/index.ts';
import { startProgram } from '../../apps/server/src/program/program.ts';
import { findFreePort } from '../../apps/server/tests/support/port.ts';
import { provideDashboard } from '../build-dashboard.ts';

export type DemoInstance = {
  url: string;
  mailDir: string;
  stop: (() => Promise<void>) | undefined;
};

/** A running instance that writes emails to files. */
export function useRunningInstance(url: string): DemoInstance {
  const mailDir = join(process.env.DATA_DIR ?? 'data', 'mail');
  return { url: url.replace(/\/$/, ''), mailDir, stop: undefined };
}

/** A temporary instance on a free port. */
export async function startInstance(): Promise<DemoInstance> {
  const dataDir = await mkdtemp(join(tmpdir(), 'insignia-demo-'));
  const settings: Record<string, string> = {
    PORT: process.env.PORT ?? String(await findFreePort()),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    DEFAULT_PLAN: 'pro',
  };
  const { config } = readConfig((name) => settings[name]);
  await provideDashboard();
  const program = await startProgram(config, systemClock, createLog(config.logLevel));
  const stop = async (): Promise<void> => {
    await program.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: config.baseUrl, mailDir: join(dataDir, 'mail'), stop };
}

/** Token in a confirmation email. */
export async function readMailedToken(address: string, mailDir: string): Promise<string> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(100)) {
    for (const name of (await readdir(mailDir).catch(() => [])).reverse()) {
      const mail = await PostalMime.parse(await readFile(join(mailDir, name)));
      const token =
        mail.to?.[0]?.address === address &&
        /confirm-email\?token=([\w-]+)/.exec(mail.text ?? '')?.[1];
      if (token) return token;
    }
  }
  throw new Error(
    `no mail to ${address} in ${mailDir}: does the instance mail to files, and is DATA_DIR its directory?`,
  );
}
