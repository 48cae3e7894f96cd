/**
 * A migration recorded in the database. `needs` names the migration that programs must know since
 * then.
 */
export type AppliedMigration = { name: string; needs: string | null };

export type SchemaDifference = {
  /** Migrations that the database lacks. */
  missing: string[];
  /** Migrations that this program doesn't know. */
  newer: string[];
  /** Newer migrations that remove something this program uses. */
  breaking: string[];
};

/** Functions next to newer migrations belong to those and are never reported. */
export type SchemaState = SchemaDifference & { changedFunctions: string[] };

/**
 * Newer migrations only expand, so older programs keep working, unless one names a migration they
 * must know.
 */
export function compareSchemas(
  known: readonly string[],
  applied: readonly AppliedMigration[],
): SchemaDifference {
  const own = new Set(known);
  const appliedNames = new Set(applied.map(({ name }) => name));
  const newer = applied.filter(({ name }) => !own.has(name));
  const breaking = newer.filter(({ needs }) => needs !== null && !own.has(needs));
  const names = (these: readonly AppliedMigration[]): string[] =>
    these.map(({ name }) => name).sort();
  return {
    missing: known.filter((name) => !appliedNames.has(name)),
    newer: names(newer),
    breaking: names(breaking),
  };
}

/**
 * Reason why this program can't use the database. Undefined if it can, possibly after migrating.
 */
export function findIncompatibility({
  missing,
  newer,
  breaking,
}: SchemaDifference): string | undefined {
  if (breaking.length > 0)
    return `the database belongs to a newer version of Insignia, which has removed what this version uses (${breaking.join(', ')}). Start that version, or restore an earlier backup for this one`;
  if (newer.length > 0 && missing.length > 0)
    return `the database belongs to a different version line of Insignia. It has ${newer.join(', ')}, which this version doesn't know, and lacks ${missing.join(', ')}. Start the version that created it`;
  return undefined;
}

/** Reason why a command can't run on this schema. */
export function findSchemaError(state: SchemaState): string | undefined {
  const { missing, changedFunctions } = state;
  const tooOld = findIncompatibility(state);
  if (tooOld) return tooOld;
  if (missing.length > 0)
    return `the database lacks ${missing.length === 1 ? 'the migration' : `${missing.length} migrations, the last`} ${missing.at(-1)}. Run insignia migrate`;
  if (changedFunctions.length > 0)
    return `the database has other definitions of functions (${changedFunctions.join(', ')}). Run insignia migrate`;
  return undefined;
}

/** Message about newer migrations next to which this program runs. */
export function describeNewerSchema(newer: readonly string[]): string {
  return `a newer version of Insignia has migrated the database (${newer.join(', ')}). This version still works with it; upgrade soon`;
}
