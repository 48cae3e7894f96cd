export { htmlOf } from './html.ts';
export { parseMarkdown } from './parse.ts';
export { plainOf } from './plain.ts';
export type { Block, Inline } from './tree.ts';
