import { audit } from '../../messages/en/audit.ts';
import { translated } from '../../shared/t.ts';

export const t = translated(audit);
