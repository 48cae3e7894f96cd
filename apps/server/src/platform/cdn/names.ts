/** The kind of the jobs that the triggers in `sql/functions/note_change.sql` write. */
export const purgeKind = 'purge';
/** At most a minute apart, for a day; those triggers say it too. */
export const purgeAttempts = 1_440;
/** What a process counts of them. */
export const purgedKeysTotal = 'insignia_purged_keys_total';
/** What all pages are made from: their styles and scripts, which are each program's own. */
export const pagesSource = 'pages';
