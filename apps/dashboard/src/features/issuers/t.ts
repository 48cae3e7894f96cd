import { issuers } from '../../messages/en/issuers.ts';
import { translated } from '../../shared/t.ts';

export const t = translated(issuers);
