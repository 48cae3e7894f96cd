import type { Metrics } from '../../../platform/metrics/index.ts';
import type { Documents } from './documents.ts';

/** Documents that were answered before the framework, which its own metrics know nothing of. */
export function measureDocuments({ family }: Metrics, { served }: Documents): void {
  family({
    name: 'insignia_public_documents_total',
    help: 'Documents that were answered before the framework, by document (of Open Badges 2.0, or signed) and HTTP status.',
    type: 'counter',
    labels: ['document', 'status'],
    read: () =>
      Object.entries(served).flatMap(([document, { ok, notModified, gone }]) =>
        Object.entries({ 200: ok, 304: notModified, 410: gone }).map(([status, value]) => ({
          labels: { document, status },
          value,
        })),
      ),
  });
}
