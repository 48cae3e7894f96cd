import { design } from '../../../messages/en/design.ts';
import { translated } from '../../../shared/t.ts';

export const t = translated(design);
