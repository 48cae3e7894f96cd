import { brand } from '../../../messages/en/brand.ts';
import { translated } from '../../../shared/t.ts';

export const t = translated(brand);
