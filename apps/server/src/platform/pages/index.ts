export { type Asset, defineAsset } from './asset.ts';
export { explain, type Fields, readForm } from './forms.ts';
export { icon } from './icon.ts';
export { definePage, defineView, renderPage, type SendPage } from './page.ts';
export { pagePolicy } from './protect.ts';
export { asPages } from './scope.ts';
export { defineSheet, style } from './sheet.ts';
