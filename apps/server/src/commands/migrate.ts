import { migrate, schemaState } from '../platform/db/index.ts';
import { CommandFault } from './fault.ts';
import { type Surroundings, withPlace } from './service.ts';

type Told = (name: string, done: number, of: number) => void;

/** Brings the database to this program's version, as its start does; makes an embedded one that is not there yet. */
export function migrateDatabase(surroundings: Surroundings, onApplied: Told) {
  return withPlace(surroundings, true, async (_config, { url }) => {
    const { missing, newer, changedFunctions } = await schemaState(url);
    if (newer.length === 0 && missing.length + changedFunctions.length === 0)
      return { applied: [], functions: [] };
    await migrate(url, { onWait: surroundings.warn, onApplied }).catch((error: unknown) => {
      throw newer.length > 0
        ? new CommandFault('unfit', (error as Error).message, error)
        : (error as Error);
    });
    return { applied: missing, functions: changedFunctions };
  });
}

/** What the database lacks, or has too much; nothing is changed. */
export function checkSchema(surroundings: Surroundings) {
  return withPlace(surroundings, false, (_config, { url }) => schemaState(url));
}
