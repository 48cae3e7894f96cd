import { besideNewer, migrate, schemaState } from '../platform/db/index.ts';
import { type Surroundings, withPlace } from './service.ts';

type OnApplied = (name: string, done: number, of: number) => void;

/** Migrates the database to this program's version, and creates an embedded one if needed. */
export function migrateDatabase(surroundings: Surroundings, onApplied: OnApplied) {
  return withPlace(surroundings, true, async (_config, { url }) => {
    const { missing, newer, changedFunctions } = await schemaState(url);
    await migrate(url, { onWait: surroundings.warn, onApplied });
    if (newer.length > 0) surroundings.warn(besideNewer(newer));
    return { applied: missing, functions: changedFunctions };
  });
}

/** Compares the schema without changing it. */
export function checkSchema(surroundings: Surroundings) {
  return withPlace(surroundings, false, (_config, { url }) => schemaState(url));
}
