export {
  type DateOrder,
  dateOrders,
  guessDateOrder,
  listMonthNames,
  parseDate,
} from './columns/dates.ts';
export {
  type Attributes,
  type CellReadOptions,
  type ColumnMapping,
  type ColumnSource,
  describeSource,
  findMissingFields,
  getAttributeName,
  limitToAttributes,
  listFields,
  listSources,
  type RecipientField,
  readCell,
  readRow,
  toAttributeSource,
} from './columns/fields.ts';
export {
  findCredentialIds,
  type Guesses,
  type GuessReason,
  guessColumns,
  type RememberedColumns,
  rememberColumns,
} from './columns/guess.ts';
export { countTitleRows, findTableStart, type TableStart } from './columns/header.ts';
export {
  encodings,
  type FileError,
  type FileFormat,
  type FileRow,
  fileLimits,
  type RecipientFile,
  type TextEncoding,
  type Worksheet,
} from './file/table.ts';
export {
  createList,
  type KnownAddresses,
  type RecipientList,
  type RowCounts,
  type RowEdits,
  type RowFilter,
  type ShownRow,
} from './list/list.ts';
