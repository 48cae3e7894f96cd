import { createHash } from 'node:crypto';

/**
 * Idempotency key of an import: the same file with the same options resumes one import after
 * Ctrl-C. At most 64 characters.
 */
export function importKey(file: Uint8Array, options: Readonly<Record<string, string>>): string {
  const hash = createHash('sha256');
  for (const [name, value] of Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${name}=${value}\0`);
  return hash.update(file).digest('hex');
}
