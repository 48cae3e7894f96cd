import { readMailgun } from './reports/mailgun.ts';
import { readOurs } from './reports/ours.ts';
import { readPostmark } from './reports/postmark.ts';
import type { Report } from './reports/report.ts';
import { readSendgrid } from './reports/sendgrid.ts';
import { readSes, readSns } from './reports/ses.ts';

/** Undefined for unknown formats. */
export function readReport(value: unknown): Report | undefined {
  for (const read of [readOurs, readSns, readSes, readPostmark, readMailgun, readSendgrid]) {
    const found = read(value);
    if (found) return found;
  }
  return undefined;
}
