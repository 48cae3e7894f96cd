import { badges } from '../../messages/en/badges.ts';
import { translated } from '../../shared/t.ts';

export const t = translated(badges);
