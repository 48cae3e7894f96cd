export { detectLanguage, type TextLanguage } from '@insignia/design/language';
export { chooseFaces } from './faces.ts';
export { chooseFont, listFontNames, removeUndrawable } from './fonts.ts';
export type { JobFile, TypesetJob } from './job.ts';
export { createTypesetter, type Typesetter } from './typesetter.ts';
