import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { BackgroundWork } from '../../platform/jobs/index.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import { issuedTotal } from './issue.ts';
import { revokedTotal } from './revoke.ts';
import { backfillEmailStates, flushSearchIndex, markExpired } from './store.ts';

export function registerCredentialsWork(work: BackgroundWork, { clock }: { clock: Clock }): void {
  work.chores({ name: 'search keys', run: flushSearchIndex });
  work.chores({ name: 'email states', run: backfillEmailStates });
  work.chores({ name: 'expired credentials', run: (trx) => markExpired(trx, clock()) });
}

export function measureCredentials({ figures }: Metrics, db: Database): void {
  figures(
    db.figures,
    'counter',
    {
      name: issuedTotal,
      help: 'Credentials issued by requests, imports and claim codes.',
      labels: ['way'],
      zeros: [{ way: 'request' }, { way: 'import' }, { way: 'claim' }],
    },
    { name: revokedTotal, help: 'Credentials revoked, one at a time or in bulk.' },
  );
}
