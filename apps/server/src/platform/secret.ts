import { randomBytes } from 'node:crypto';
import { access, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const fileIn = (dataDir: string): string => join(dataDir, 'secret');

/** The configured secret, or the one in `dataDir`, made at the first start and readable by this user alone. */
export async function readSecret(configured: string | undefined, dataDir: string): Promise<string> {
  if (configured) return configured;
  await keepSecret(randomBytes(32).toString('base64url'), dataDir);
  return readFrom(fileIn(dataDir));
}

/** The same without making one. */
export async function knownSecret(
  configured: string | undefined,
  dataDir: string,
): Promise<string | undefined> {
  if (configured) return configured;
  const path = fileIn(dataDir);
  return (await exists(path)) ? readFrom(path) : undefined;
}

/** One that is there already stays. */
export async function keepSecret(secret: string, dataDir: string): Promise<void> {
  const path = fileIn(dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (!(await exists(path))) await make(path, secret);
}

async function readFrom(path: string): Promise<string> {
  const secret = (await readFile(path, 'utf8')).trim();
  if (secret.length < 32)
    throw new Error(`${path} is damaged: restore it from a backup, or set SECRET`);
  return secret;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Whole or not at all; when two processes start at once, the first one's stays. */
async function make(path: string, secret: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${secret}\n`, { mode: 0o600 });
  await link(draft, path)
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    })
    .finally(() => rm(draft));
}
