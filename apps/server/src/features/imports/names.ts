/** What a process counts of imports. */
export const importRowsTotal = 'insignia_import_rows_total';
