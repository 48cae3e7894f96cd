import { imports } from '../../messages/en/imports.ts';
import { createTranslator } from '../../shared/t.ts';

export const t = createTranslator(imports);
