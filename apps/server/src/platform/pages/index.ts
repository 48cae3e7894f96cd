export { definePage, type Page } from './page.ts';
export { serveStyle } from './style.ts';
