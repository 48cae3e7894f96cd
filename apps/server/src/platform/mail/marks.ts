import { equalBytes, hmac } from '../secrets/crypto.ts';
import type { Secrets } from '../secrets/index.ts';

/**
 * Bounce reports return this header of the email. A Message-ID wouldn't do: replies quote it, and
 * accounts receive those.
 */
export const markHeader = 'Insignia-Mark';

/** A mark that only recipients of the email know. Needs no storage. */
export type MailMarks = {
  make: (mailId: string) => string;
  isValid: (mailId: string, mark: string) => boolean;
};

export function createMailMarks(secrets: Secrets): MailMarks {
  const keys = secrets.keysFor('mail reports');
  const createMark = (key: Buffer, mailId: string): Buffer => hmac(key, mailId).subarray(0, 16);
  return {
    make: (mailId) => createMark(keys.current(), mailId).toString('base64url'),
    isValid: (mailId, mark) => {
      const bytes = Buffer.from(mark, 'base64url');
      return keys.all().some((key) => equalBytes(bytes, createMark(key, mailId)));
    },
  };
}
