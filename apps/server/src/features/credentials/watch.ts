import { type Database, getFigures } from '../../platform/db/index.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import { issuedTotal, revokedTotal } from './metric-names.ts';

export function measureCredentials({ figures }: Metrics, db: Database): void {
  figures(
    getFigures(db),
    'counter',
    {
      name: issuedTotal,
      help: 'Credentials that were issued, by a request or by an import.',
      labels: ['way'],
      zeros: [{ way: 'request' }, { way: 'import' }],
    },
    { name: revokedTotal, help: 'Credentials that were revoked, one by one or many.' },
  );
}
