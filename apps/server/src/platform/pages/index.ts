export { type Asset, defineAsset, favicon } from './asset.ts';
export { type FieldMessages, readForm, readPageProblem, toFormErrors } from './forms.ts';
export { definePage, defineView, renderPage, type SendPage } from './page.ts';
export { createPageScope, pagePolicy } from './protect.ts';
export { defineStylesheet, pageStylesheet } from './stylesheet.ts';
