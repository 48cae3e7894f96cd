import { account } from '../../messages/en/account.ts';
import { translated } from '../../shared/t.ts';

export const t = translated(account);
