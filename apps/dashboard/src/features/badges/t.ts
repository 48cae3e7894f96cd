import { badges } from '../../messages/en/badges.ts';
import { createTranslator } from '../../shared/t.ts';

export const t = createTranslator(badges);
