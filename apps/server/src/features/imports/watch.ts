import { type Database, getFigures } from '../../platform/db/index.ts';
import type { DatabaseReader, Metrics } from '../../platform/metrics/index.ts';
import { importRowsTotal } from './metric-names.ts';
import { countOpenImports } from './store.ts';

export function measureImports({ figures }: Metrics, db: Database): void {
  figures(getFigures(db), 'counter', {
    name: importRowsTotal,
    help: 'Rows of imports by what became of them; rehearsals do not count.',
    labels: ['outcome'],
    zeros: ['issued', 'failed', 'skipped'].map((outcome) => ({ outcome })),
  });
}

export const importsReader: DatabaseReader = {
  gauges: [
    {
      name: 'insignia_imports_open',
      help: 'Imports that have not ended, by state.',
      labels: ['state'],
    },
    {
      name: 'insignia_imports_oldest_open_seconds',
      help: 'How long ago the oldest of them began that nobody has paused.',
    },
  ],
  read: async (trx) => {
    const { queued, running, paused, oldestSeconds } = await countOpenImports(trx);
    const states = Object.entries({ queued, running, paused });
    return [states.map(([state, value]) => ({ labels: { state }, value })), oldestSeconds];
  },
};
