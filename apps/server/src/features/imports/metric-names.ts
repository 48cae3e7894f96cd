/** Metric name. */
export const importRowsTotal = 'insignia_import_rows_total';
