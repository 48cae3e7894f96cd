import { issuers } from '../../messages/en/issuers.ts';
import { createTranslator } from '../../shared/t.ts';

export const t = createTranslator(issuers);
