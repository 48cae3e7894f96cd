export { type Reading, readCell, readRow } from './columns/apply.ts';
export {
  type DateOrder,
  dateOrders,
  guessDateOrder,
  monthNames,
  understandDate,
} from './columns/dates.ts';
export {
  type Attributes,
  aboutSource,
  attributeNamed,
  attributeSource,
  type Field,
  fieldsOf,
  fittingTo,
  type Matched,
  missingFields,
  type Source,
  sourcesFor,
} from './columns/fields.ts';
export {
  type Guesses,
  guessColumns,
  looksLikeHeader,
  type Reason,
  type Remembered,
  remember,
} from './columns/guess.ts';
export { fileLimits } from './file/limits.ts';
export {
  type Encoding,
  encodings,
  type FileFault,
  type FileRow,
  type ReadFile,
  type Sheet,
  type Understood,
} from './file/table.ts';
export {
  type Counts,
  createList,
  type Edits,
  type List,
  type Shown,
  type ShownRow,
} from './list/list.ts';
