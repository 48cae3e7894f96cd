import { describeNewerSchema, migrate, readSchemaState } from '../platform/db/index.ts';
import { type CommandContext, withDatabaseAccess } from './service.ts';

type OnApplied = (name: string, done: number, of: number) => void;

/** Migrates the database to this program's version, and creates an embedded one if needed. */
export function migrateDatabase(surroundings: CommandContext, onApplied: OnApplied) {
  return withDatabaseAccess(surroundings, true, async (_config, { url }) => {
    const { missing, newer, changedFunctions } = await readSchemaState(url);
    await migrate(url, { onWait: surroundings.warn, onApplied });
    if (newer.length > 0) surroundings.warn(describeNewerSchema(newer));
    return { applied: missing, functions: changedFunctions };
  });
}

/** Compares the schema without changing it. */
export function checkSchema(surroundings: CommandContext) {
  return withDatabaseAccess(surroundings, false, (_config, { url }) => readSchemaState(url));
}
