import { design } from '../../../messages/en/design.ts';
import { createTranslator } from '../../../shared/t.ts';

export const t = createTranslator(design);
