import * as contract from '@insignia/contract';
import type { Clock } from '../../kernel/clock.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import type { App, Implement, Scope } from '../../platform/http/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import { type LockSubject, recordBounce } from '../../platform/mail/index.ts';
import { equalBytes, sha256 } from '../../platform/secrets/crypto.ts';
import { readReport } from './read-report.ts';

export { readDsn, takeReadableStart } from './read-report.ts';

/** `token` is the secret part of the bounce URL. Undefined disables it. */
type BouncesDeps = {
  db: Database;
  clock: Clock;
  log: Logger;
  token: string | undefined;
  lockSubject: LockSubject;
};

export function registerBounces(scope: Scope, deps: BouncesDeps) {
  return scope.within(
    (app) => requireToken(app, deps.token),
    ({ implement }) => bounceRoutes(implement, deps),
  );
}

/** Checks the token before reading the body, which may be as large as providers send. */
function requireToken(app: App, token: string | undefined): void {
  app.addHook('onRequest', async ({ params, headers }) => {
    const { token: received = '' } = params as { token?: string };
    if (token === undefined || !equalBytes(sha256(received), sha256(token)))
      throw new Problem('not_found');
    // Amazon SNS sends JSON as text/plain.
    if (headers['x-amz-sns-message-type'] !== undefined)
      headers['content-type'] = 'application/json';
  });
}

function bounceRoutes(implement: Implement, { db, clock, log, lockSubject }: BouncesDeps) {
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
          'an email provider asks you to confirm its reports: open the URL in confirmAt once',
        );
      let [bounced, suppressed] = [0, 0];
      for (const bounce of report.bounces) {
        const recorded = await recordBounce(db, bounce, clock(), lockSubject);
        bounced += Number(recorded.bounced);
        suppressed += Number(recorded.suppressed);
      }
      return { received: report.bounces.length, bounced, suppressed };
    },
  });
}
