import { drawEngraving, sheetSize } from '@insignia/design';
import { getTextDirection } from '../../kernel/language.ts';
import type { JobFile } from '../../platform/typeset/index.ts';
import type { Brand } from '../published/index.ts';

const ornamentCache = new Map<string, JobFile>();
const MAX_CACHED_ORNAMENTS = 50;

/** Background SVG of a style, generated here because Typst would redraw it for each document. */
export function createOrnament(brand: Brand, accentColor: string): JobFile | undefined {
  if (brand.certificateStyle !== 'engraved') return undefined;
  const { paper, orientation, language } = brand;
  const { width, height } = sheetSize(brand);
  const isRtl = getTextDirection(language) === 'rtl';
  const id = `${width} ${height} ${accentColor} ${isRtl}`;
  const known = ornamentCache.get(id);
  if (known !== undefined) return known;
  if (ornamentCache.size >= MAX_CACHED_ORNAMENTS) ornamentCache.clear();
  const svg = drawEngraving({ paper, orientation, accentColor, isRtl });
  const file = { id, bytes: Buffer.from(svg) };
  ornamentCache.set(id, file);
  return file;
}
