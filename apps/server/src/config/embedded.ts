import { archiving } from '../platform/db/index.ts';
import type { Config } from './config.ts';

/** How the service's own PostgreSQL is started, by whomever: what is written while nobody archives would be missing. */
export function embeddedSettings({
  postgres,
  archive,
  dataDir,
}: Pick<Config, 'postgres' | 'archive' | 'dataDir'>): Record<string, string> {
  return { ...postgres, ...(archive ? archiving(dataDir, archive) : {}) };
}
