import { audit } from '../../messages/en/audit-actions.ts';
import { createTranslator } from '../../shared/t.ts';

export const t = createTranslator(audit);
