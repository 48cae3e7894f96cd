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
  const { INSIGNIA_URL, INSIGNIA_API_KEY } = env;
  // Nothing of the file would be used, and the user of a job may be unable to read it.
  if (INSIGNIA_URL && INSIGNIA_API_KEY) return { url: INSIGNIA_URL, key: INSIGNIA_API_KEY };
  const stored = await readLoginFile();
  const url = INSIGNIA_URL || stored.url;
  const isStoredService = stored.url !== undefined && parseServiceUrl(url ?? '') === stored.url;
  const key = INSIGNIA_API_KEY || (isStoredService ? stored.key : undefined);
  return { ...(url && { url }), ...(key && { key }) };
}

async function readLoginFile(): Promise<Partial<Login>> {
  const file = loginFilePath();
  const fail = (problem: string): never => {
    throw new CommandLineError(`${file} ${problem}`, exitCodes.failed);
  };
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT'
      ? '{}'
      : fail(
          `can't be read (${error.code}). Allow your user to read it, or set INSIGNIA_URL and INSIGNIA_API_KEY`,
        ),
  );
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored === 'object' && stored !== null) return stored as Partial<Login>;
  } catch {}
  return fail("isn't valid JSON. Delete it, then run insignia login");
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

/** Like `Array.fromAsync`, which Node 20 lacks. */
export async function readAll<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}

export function createServiceClient(baseUrl: string, apiKey: string | undefined): Client {
  return createClient({ baseUrl, apiKey, onIgnored: (message) => console.error(message) });
}
