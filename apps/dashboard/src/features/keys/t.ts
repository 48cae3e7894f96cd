import { keys } from '../../messages/en/keys.ts';
import { translated } from '../../shared/t.ts';

export const t = translated(keys);
