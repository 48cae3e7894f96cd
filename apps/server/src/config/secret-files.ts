import { readFileSync } from 'node:fs';
import type { Env } from './env.ts';

/** Secrets, which may also come from files, as container engines and systemd provide them. */
const secrets = [
  ...['SECRET', 'SECRET_PREVIOUS', 'SMTP_URL', 'MAIL_BOUNCE_TOKEN'],
  ...['CDN_PURGE_TOKEN', 'IMAGE_PINS'],
  ...['DATABASE_URL', 'DATABASE_READ_URL', 'DATABASE_LISTEN_URL'],
];
const MAX_FILE_BYTES = 64 * 1024;

/** `SECRET_FILE=/run/secrets/secret` sets `SECRET` to the file's contents. */
export function readSecretFiles(env: Env): { env: Env; errors: string[] } {
  const errors: string[] = [];
  const found = new Map<string, string>();
  for (const name of secrets) {
    const path = env(`${name}_FILE`);
    if (path === undefined) continue;
    if (env(name) !== undefined) errors.push(`${name}_FILE and ${name} are both set. Remove one`);
    else {
      const { text, error } = read(path);
      if (error) errors.push(`${name}_FILE ${error}`);
      else found.set(name, text);
    }
  }
  return { env: (name) => found.get(name) ?? env(name), errors };
}

function read(path: string): { text: string; error?: string } {
  try {
    const text = readFileSync(path, 'utf8').trim();
    if (text === '') return { text, error: `names an empty file: ${path}` };
    if (text.length > MAX_FILE_BYTES)
      return { text, error: `names a file that is too long: ${path}` };
    return { text };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code ? (reasons[code] ?? code) : (error as Error).message;
    return { text: '', error: `names a file that can't be read (${reason}): ${path}` };
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied for the account that runs Insignia',
  EISDIR: "it's a folder",
  ENOENT: "it doesn't exist",
};
