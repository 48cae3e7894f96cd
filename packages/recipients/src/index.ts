export { type CellReadOptions, readCell, readRow } from './columns/apply.ts';
export {
  type DateOrder,
  dateOrders,
  guessDateOrder,
  listMonthNames,
  parseDate,
} from './columns/dates.ts';
export {
  type Attributes,
  type ColumnMapping,
  type ColumnSource,
  describeSource,
  findMissingFields,
  getAttributeName,
  limitToAttributes,
  listFields,
  listSources,
  type RecipientField,
  toAttributeSource,
} from './columns/fields.ts';
export {
  type Guesses,
  type GuessReason,
  guessColumns,
  looksLikeHeader,
  type RememberedColumns,
  rememberColumns,
} from './columns/guess.ts';
export { fileLimits } from './file/limits.ts';
export {
  type Encoding,
  encodings,
  type FileError,
  type FileFormat,
  type FileRow,
  type RecipientFile,
  type Sheet,
} from './file/table.ts';
export {
  createList,
  type RecipientList,
  type RowCounts,
  type RowEdits,
  type RowFilter,
  type ShownRow,
} from './list/list.ts';
