import { randomBytes } from 'node:crypto';
import { access, link, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Secrets } from './secrets.ts';

const fileIn = (dataDir: string): string => join(dataDir, 'secret');
/** The one that a rotation changes over to. */
const nextIn = (dataDir: string): string => join(dataDir, 'secret.next');

/** One that is there already stays. */
export function keepSecret(secret: string, dataDir: string): Promise<void> {
  return keep(secret, fileIn(dataDir));
}

async function keep(secret: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  if (!(await exists(path))) await make(path, secret);
}

export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The one that a rotation changes over to: made now, or left by one that was broken off. */
export async function nextSecret(dataDir: string): Promise<string> {
  const path = nextIn(dataDir);
  await keep(newSecret(), path);
  return readFrom(path);
}

/** It is the only one from now on. */
export async function adoptNextSecret(dataDir: string): Promise<void> {
  await rename(nextIn(dataDir), fileIn(dataDir));
  const folder = await open(dataDir, 'r');
  await folder.sync().finally(() => folder.close());
}

type Configured = {
  secret: string | undefined;
  secretPrevious: string | undefined;
  dataDir: string;
};

/** All that are there, the one that is meant to be written with first; none is made. */
export async function knownSecrets({
  secret,
  secretPrevious,
  dataDir,
}: Configured): Promise<string[]> {
  // In this order: what is taken over meanwhile is found under one name or the other.
  const next = secret ? undefined : await readIfThere(nextIn(dataDir));
  const own = secret ?? (await readIfThere(fileIn(dataDir)));
  return [own, next, secretPrevious].flatMap((each) => each ?? []);
}

/** The same; where there is none, one is made in `dataDir`, readable by this user alone. */
export async function openSecrets(configured: Configured): Promise<Secrets> {
  const { secret, dataDir } = configured;
  if (!secret) await keepSecret(newSecret(), dataDir);
  const [first, ...others] = await knownSecrets(configured);
  return new Secrets([first ?? '', ...others]);
}

function readIfThere(path: string): Promise<string | undefined> {
  return readFrom(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
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
