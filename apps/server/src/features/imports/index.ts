export { eraseFromImports } from './erase-store.ts';
export { createRowsProblem, readRecords } from './read-file.ts';
export { acceptFiles, createRepairCsv, readUpload, registerImports } from './routes.ts';
export {
  createAddressTest,
  decideImportStatus,
  type ImportCommand,
  importRetentionMs,
  quotaError,
} from './rules.ts';
export { cleanUpImports } from './store.ts';
export { importsReader, measureImports, registerImportsWork } from './work.ts';
