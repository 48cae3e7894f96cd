import type { Database } from '../../platform/db/index.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import { issuedTotal, revokedTotal } from './metric-names.ts';

export function measureCredentials({ figures }: Metrics, db: Database): void {
  figures(
    db.figures,
    'counter',
    {
      name: issuedTotal,
      help: 'Credentials issued by requests and imports.',
      labels: ['way'],
      zeros: [{ way: 'request' }, { way: 'import' }],
    },
    { name: revokedTotal, help: 'Credentials revoked, one at a time or in bulk.' },
  );
}
