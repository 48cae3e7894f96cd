import { audit } from '../../messages/en/audit.ts';
import { createTranslator } from '../../shared/t.ts';

export const t = createTranslator(audit);
