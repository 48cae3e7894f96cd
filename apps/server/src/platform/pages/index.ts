export {
  type Asset,
  defineAsset,
  defineStylesheet,
  favicon,
  pageFiles,
  pageStylesheet,
} from './asset.ts';
export {
  type FieldMessages,
  readForm,
  readPageProblem,
  readTextFields,
  toFormErrors,
} from './forms.ts';
export { definePage, defineView, renderPage, type SendPage } from './page.ts';
export { createPageScope, pagePolicy } from './protect.ts';
