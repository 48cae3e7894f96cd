import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import type { BackgroundWork } from '../../platform/jobs/index.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import type { LookUpTexts } from './dns.ts';
import { registerDomainChecks } from './domains.ts';
import { ssoRefusedTotal } from './flow.ts';
import { ssoReasons } from './rules.ts';
import { deleteExpiredRequests } from './store.ts';

type WorkDeps = { db: Database; clock: Clock; urls: Urls; lookUpTexts: LookUpTexts };

export function registerSsoWork(work: BackgroundWork, deps: WorkDeps): void {
  work.chores({
    name: 'single sign-on requests',
    run: (trx) => deleteExpiredRequests(trx, deps.clock()),
  });
  registerDomainChecks(work, deps);
}

export function measureSso({ figures }: Metrics, db: Database): void {
  figures(db.figures, 'counter', {
    name: ssoRefusedTotal,
    help: 'Refused sign-ins by single sign-on, by reason.',
    labels: ['reason'],
    zeros: ssoReasons.map((reason) => ({ reason })),
  });
}
