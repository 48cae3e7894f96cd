/** Kind of the jobs written by the triggers in `sql/functions/note_change.sql`. */
export const purgeKind = 'purge';
/** At most a minute apart, for a day. The triggers repeat this number. */
export const purgeAttempts = 1_440;
/** Metric name. */
export const purgedKeysTotal = 'insignia_purged_keys_total';
/** Cache tag of all pages: their styles and scripts belong to the program's version. */
export const pagesCacheTag = 'pages';
