export { fontsFor } from './fonts.ts';
export { createTypesetter, type Typesetter } from './typesetter.ts';
