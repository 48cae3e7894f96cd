export { definePage, type Page } from './page.ts';
export { protectPages } from './protect.ts';
export { serveStyle } from './style.ts';
