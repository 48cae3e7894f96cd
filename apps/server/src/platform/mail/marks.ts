import { equalBytes, hmac } from '../crypto.ts';
import type { Secrets } from '../secrets/index.ts';

/** The header that a report returns with those of its mail. Answers quote a Message-ID, and whoever gets them is an account. */
export const markHeader = 'Insignia-Mark';

/** What is in a mail that nobody could write who has not had the mail itself; it needs no row. */
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
