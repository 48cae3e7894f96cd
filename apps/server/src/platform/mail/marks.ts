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
  isOf: (mailId: string, mark: string) => boolean;
};

export function createMailMarks(secrets: Secrets): MailMarks {
  const keys = secrets.keysFor('mail reports');
  const markBy = (key: Buffer, mailId: string): Buffer => hmac(key, mailId).subarray(0, 16);
  return {
    make: (mailId) => markBy(keys.present(), mailId).toString('base64url'),
    isOf: (mailId, mark) => {
      const given = Buffer.from(mark, 'base64url');
      return keys.all().some((key) => equalBytes(given, markBy(key, mailId)));
    },
  };
}
