import { randomBytes } from 'node:crypto';
import { access, link, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Secrets } from './secrets.ts';

const secretPath = (dataDir: string): string => join(dataDir, 'secret');
/** The secret that a rotation switches to. */
const nextSecretPath = (dataDir: string): string => join(dataDir, 'secret.next');

/** Never overwrites an existing secret. */
export function storeSecret(secret: string, dataDir: string): Promise<void> {
  return writeSecretFile(secret, secretPath(dataDir));
}

async function writeSecretFile(secret: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  if (!(await exists(path))) await writeSecret(path, secret);
}

export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The secret that a rotation switches to: new, or left by an interrupted one. */
export async function openNextSecret(dataDir: string): Promise<string> {
  const path = nextSecretPath(dataDir);
  await writeSecretFile(newSecret(), path);
  return readSecretFile(path);
}

/** Replaces the current secret. */
export async function adoptNextSecret(dataDir: string): Promise<void> {
  await rename(nextSecretPath(dataDir), secretPath(dataDir));
  const folder = await open(dataDir, 'r');
  await folder.sync().finally(() => folder.close());
}

type SecretSettings = {
  secret: string | undefined;
  secretPrevious: string | undefined;
  dataDir: string;
};

/** All secrets present, the one to encrypt with first. Generates none. */
export async function loadSecrets({
  secret,
  secretPrevious,
  dataDir,
}: SecretSettings): Promise<string[]> {
  // In this order, because a rotation may rename it in between.
  const next = secret ? undefined : await readIfThere(nextSecretPath(dataDir));
  const own = secret ?? (await readIfThere(secretPath(dataDir)));
  return [own, next, secretPrevious].flatMap((each) => each ?? []);
}

/** Like `loadSecrets`, but generates one in `dataDir` if needed, readable by this user only. */
export async function openSecrets(configured: SecretSettings): Promise<Secrets> {
  const { secret, dataDir } = configured;
  if (!secret) await storeSecret(newSecret(), dataDir);
  const [first, ...others] = await loadSecrets(configured);
  return new Secrets([first ?? '', ...others]);
}

function readIfThere(path: string): Promise<string | undefined> {
  return readSecretFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

async function readSecretFile(path: string): Promise<string> {
  const secret = (await readFile(path, 'utf8')).trim();
  if (secret.length < 32)
    throw new Error(`${path} is damaged. Restore it from a backup, or set SECRET`);
  return secret;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Creates the file atomically. If two processes start at once, the first one wins. */
async function writeSecret(path: string, secret: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${secret}\n`, { mode: 0o600 });
  await link(draft, path)
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    })
    .finally(() => rm(draft));
}
