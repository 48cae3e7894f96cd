export { type OpenArchive, openArchive } from './archive.ts';
export { closeIssuer, reopenIssuer } from './close.ts';
export { type ExportSummary, exportIssuer } from './export.ts';
export { type ImportSummary, importIssuer } from './import.ts';
export { archiveTables, omittedColumns, omittedTables } from './tables.ts';
