export { type Asset, defineAsset } from './asset.ts';
export { type FieldMessages, readForm, toFormErrors } from './forms.ts';
export { favicon } from './icon.ts';
export { definePage, defineView, renderPage, type SendPage } from './page.ts';
export { pagePolicy } from './protect.ts';
export { createPageScope } from './scope.ts';
export { defineStylesheet, pageStylesheet } from './stylesheet.ts';
