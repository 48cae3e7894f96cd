import type { Database } from '../../platform/db/index.ts';
import type { DatabaseReader, Metrics } from '../../platform/metrics/index.ts';
import { importRowsTotal } from './metric-names.ts';
import { countOpenImports } from './store.ts';

export function measureImports({ figures }: Metrics, db: Database): void {
  figures(db.figures, 'counter', {
    name: importRowsTotal,
    help: "Import rows by result. Dry runs aren't counted.",
    labels: ['outcome'],
    zeros: ['issued', 'failed', 'skipped'].map((outcome) => ({ outcome })),
  });
}

export const importsReader: DatabaseReader = {
  gauges: [
    {
      name: 'insignia_imports_open',
      help: 'Unfinished imports by state.',
      labels: ['state'],
    },
    {
      name: 'insignia_imports_oldest_open_seconds',
      help: "Age of the oldest unfinished import that isn't paused.",
    },
  ],
  read: async (trx) => {
    const { queued, running, paused, oldestSeconds } = await countOpenImports(trx);
    const states = Object.entries({ queued, running, paused });
    return [states.map(([state, value]) => ({ labels: { state }, value })), oldestSeconds];
  },
};
