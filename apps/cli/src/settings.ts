import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Client, createClient } from '@insignia/sdk';
import { CommandLineError, exitCodes } from './terminal/output.ts';
import { parseServiceUrl } from './terminal/rules.ts';

export type Login = { url: string; key: string };

const { env } = process;

/** Follows the XDG Base Directory specification. */
export function loginFilePath(): string {
  const home = env.XDG_CONFIG_HOME ?? join(homedir(), '.config');
  return join(home, 'insignia', 'login.json');
}

/** Readable only by the current user, because an API key is a secret. */
export async function saveLogin(login: Login): Promise<void> {
  const file = loginFilePath();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await rm(file, { force: true });
  await writeFile(file, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
}

export async function deleteLogin(): Promise<void> {
  await rm(loginFilePath(), { force: true });
}

/**
 * Environment variables override stored settings. The stored key belongs to the stored service, and
 * isn't sent to another one.
 */
async function readLogin(): Promise<Partial<Login>> {
  const text = await readFile(loginFilePath(), 'utf8').catch(() => '{}');
  let stored: Partial<Login> = {};
  try {
    stored = JSON.parse(text) as Partial<Login>;
  } catch {
    throw new CommandLineError(
      `${loginFilePath()} isn't valid JSON. Delete it, then run insignia login`,
      exitCodes.failed,
    );
  }
  const url = env.INSIGNIA_URL || stored.url;
  const isStoredService = stored.url !== undefined && parseServiceUrl(url ?? '') === stored.url;
  const key = env.INSIGNIA_API_KEY || (isStoredService ? stored.key : undefined);
  return { ...(url && { url }), ...(key && { key }) };
}

export async function connectToService(needsKey = true): Promise<Client> {
  const { url = '', key } = await readLogin();
  const baseUrl = parseServiceUrl(url);
  if (!baseUrl)
    throw new CommandLineError(
      url
        ? `INSIGNIA_URL isn't a URL: ${url}`
        : 'no service selected. Run insignia login, or set INSIGNIA_URL',
      exitCodes.notAllowed,
    );
  if (needsKey && !key)
    throw new CommandLineError(
      'no API key. Run insignia login, or set INSIGNIA_API_KEY',
      exitCodes.notAllowed,
    );
  return createServiceClient(baseUrl, key);
}

export function createServiceClient(baseUrl: string, apiKey: string | undefined): Client {
  return createClient({ baseUrl, apiKey, onIgnored: (message) => console.error(message) });
}
