export { renderHtml } from './html.ts';
export { parseMarkdown } from './parse.ts';
export { renderPlainText } from './plain.ts';
export type { Block, Inline } from './tree.ts';
