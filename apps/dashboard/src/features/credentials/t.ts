import { credentials } from '../../messages/en/credentials.ts';
import { createTranslator } from '../../shared/t.ts';

export const t = createTranslator(credentials);
