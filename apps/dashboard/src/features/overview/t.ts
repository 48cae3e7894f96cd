import { overview } from '../../messages/en/overview.ts';
import { translated } from '../../shared/t.ts';

export const t = translated(overview);
