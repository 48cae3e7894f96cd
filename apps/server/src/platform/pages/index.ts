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
export {
  createPageScope,
  definePage,
  defineView,
  pagePolicy,
  renderPage,
  type SendPage,
} from './page.ts';
