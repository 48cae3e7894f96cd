/** How the database and this program's version differ. */
type SchemaState = { missing: string[]; changedFunctions: string[]; newer: string[] };

const oldest = 15;

/** Why this server's version does not do; `number` is its `server_version_num`. */
export function versionFault(number: number): string | undefined {
  const major = Math.floor(number / 10_000);
  return major < oldest
    ? `the database is PostgreSQL ${major}: Insignia needs ${oldest} or later`
    : undefined;
}

/** Why a command does not run on this schema. */
export function schemaFault({ missing, changedFunctions, newer }: SchemaState): string | undefined {
  if (newer.length > 0)
    return `the database belongs to a newer version of Insignia (${newer.join(', ')}): use that version's command line`;
  if (missing.length > 0)
    return `the database lacks ${missing.length === 1 ? 'the migration' : `${missing.length} migrations, the last`} ${missing.at(-1)}: insignia migrate`;
  if (changedFunctions.length > 0)
    return `the database has other texts of functions (${changedFunctions.join(', ')}): insignia migrate`;
  return undefined;
}
