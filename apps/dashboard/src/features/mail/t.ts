import { mail } from '../../messages/en/mail.ts';
import { createTranslator } from '../../shared/t.ts';

export const t = createTranslator(mail);
