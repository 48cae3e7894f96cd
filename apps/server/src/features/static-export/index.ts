export { exportStatic, type StaticExportResult } from './export.ts';
export { escapeHtml } from './rules.ts';
export { isExportDue } from './store.ts';
export { type ExportTarget, openExportBucket, openExportFolder } from './targets.ts';
export type { AnswerRequest } from './writer.ts';
