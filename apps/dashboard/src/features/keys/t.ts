import { keys } from '../../messages/en/keys.ts';
import { createTranslator } from '../../shared/t.ts';

export const t = createTranslator(keys);
