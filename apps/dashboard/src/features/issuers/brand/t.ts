import { brand } from '../../../messages/en/brand.ts';
import { createTranslator } from '../../../shared/t.ts';

export const t = createTranslator(brand);
