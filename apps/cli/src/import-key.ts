import { createHash } from 'node:crypto';

/**
 * The same file issued the same way is one import, however often the command is given: after Ctrl-C it goes on where it was.
 * At most 64 characters.
 */
export function importKey(file: Uint8Array, options: Readonly<Record<string, string>>): string {
  const hash = createHash('sha256');
  for (const [name, value] of Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${name}=${value}\0`);
  return hash.update(file).digest('hex');
}
