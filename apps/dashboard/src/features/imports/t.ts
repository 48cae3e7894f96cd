import { imports } from '../../messages/en/imports.ts';
import { translated } from '../../shared/t.ts';

export const t = translated(imports);
