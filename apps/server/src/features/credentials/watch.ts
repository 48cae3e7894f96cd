import { type Database, figuresOf } from '../../platform/db/index.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import { issuedTotal, revokedTotal } from './names.ts';

export function measureCredentials({ figures }: Metrics, db: Database): void {
  figures(
    figuresOf(db),
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
