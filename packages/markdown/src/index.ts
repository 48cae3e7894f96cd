export type { Block, Inline } from './parse.ts';
export { parseMarkdown } from './parse.ts';
export { renderHtml, renderPlainText } from './render.ts';
