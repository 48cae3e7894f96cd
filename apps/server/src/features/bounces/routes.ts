import * as contract from '@insignia/contract';
import { invalid } from '../../kernel/problem.ts';
import type { Implement } from '../../platform/http/index.ts';
import { recordBounce } from '../../platform/mail/index.ts';
import type { BouncesDeps } from './deps.ts';
import { readReport } from './read-report.ts';

export function bounceRoutes(implement: Implement, { db, clock, log }: BouncesDeps) {
  return implement(contract.bounceOperations, {
    reportBounces: async ({ body }) => {
      const report = readReport(body);
      if (!report)
        throw invalid(
          'body',
          'has an unknown format. Send a report from a supported email provider',
        );
      // Never fetched: the operator opens it once.
      if (report.confirmAt)
        log.warn(
          { confirmAt: report.confirmAt },
          'an email provider asks you to confirm its reports',
        );
      let [bounced, suppressed] = [0, 0];
      for (const bounce of report.bounces) {
        const recorded = await recordBounce(db, bounce, clock());
        bounced += Number(recorded.bounced);
        suppressed += Number(recorded.suppressed);
      }
      return { received: report.bounces.length, bounced, suppressed };
    },
  });
}
