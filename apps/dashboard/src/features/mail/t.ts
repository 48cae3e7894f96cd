import { mail } from '../../messages/en/mail.ts';
import { translated } from '../../shared/t.ts';

export const t = translated(mail);
