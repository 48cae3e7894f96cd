import { readGenericReport } from './reports/generic.ts';
import { readMailgun } from './reports/mailgun.ts';
import { readPostmark } from './reports/postmark.ts';
import type { BounceReport } from './reports/report.ts';
import { readSendgrid } from './reports/sendgrid.ts';
import { readSes, readSns } from './reports/ses.ts';

/** Undefined for unknown formats. */
export function readReport(value: unknown): BounceReport | undefined {
  for (const read of [
    readGenericReport,
    readSns,
    readSes,
    readPostmark,
    readMailgun,
    readSendgrid,
  ]) {
    const found = read(value);
    if (found) return found;
  }
  return undefined;
}
