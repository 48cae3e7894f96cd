import { overview } from '../../messages/en/overview.ts';
import { createTranslator } from '../../shared/t.ts';

export const t = createTranslator(overview);
