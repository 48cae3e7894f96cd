import { credentials } from '../../messages/en/credentials.ts';
import { translated } from '../../shared/t.ts';

export const t = translated(credentials);
