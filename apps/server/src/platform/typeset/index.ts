export { detectLanguage, type TextLanguage } from '@insignia/design/language';
export { chooseFont, listFontNames, removeUndrawable } from './fonts.ts';
export type { JobFile, TypesetJob } from './job.ts';
export { setTrimBoxes } from './pdf-file.ts';
export { addSeal } from './pdf-seal.ts';
export { chooseFaces, createTypesetter, type Typesetter } from './typesetter.ts';
