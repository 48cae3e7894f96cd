import { account } from '../../messages/en/account.ts';
import { createTranslator } from '../../shared/t.ts';

export const t = createTranslator(account);
