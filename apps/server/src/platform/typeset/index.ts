export { type Language, languageOf } from '@insignia/design/language';
export { facesFor } from './faces.ts';
export { fontFor, fontNames } from './fonts.ts';
export type { Job, JobFile } from './job.ts';
export { drawable } from './letters.ts';
export { createTypesetter, type Typesetter } from './typesetter.ts';
