import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The configured secret, or the one in `dataDir`, made at the first start and readable by this user alone. */
export async function readSecret(configured: string | undefined, dataDir: string): Promise<string> {
  if (configured) return configured;
  const path = join(dataDir, 'secret');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // 'wx': when two processes start at once, the first one's stays.
  await writeFile(path, `${randomBytes(32).toString('base64url')}\n`, {
    flag: 'wx',
    mode: 0o600,
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const secret = (await readFile(path, 'utf8')).trim();
  if (secret.length < 32)
    throw new Error(`${path} is damaged: restore it from a backup, or set SECRET`);
  return secret;
}
