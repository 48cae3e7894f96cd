export { facesFor } from './faces.ts';
export { fontFor, fontNames } from './fonts.ts';
export type { Job } from './job.ts';
export { type Language, languageOf } from './language.ts';
export { drawable } from './letters.ts';
export { createTypesetter, type Typesetter } from './typesetter.ts';
