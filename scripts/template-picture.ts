import { draw, type Logo, paletteOf, templates } from '@insignia/design';
import sharp, { type Sharp } from 'sharp';
import { paint } from '../apps/server/src/platform/drawing/paint.ts';
import { supplies } from '../packages/design/tests/supplies.ts';

export type Words = { title: string; issuer: string; icon: string };
/** With the file that its address stands for. */
type LogoFile = Logo & { bytes: Uint8Array };

const bundled = await supplies();

/** A template in the colour of a brand, so many pixels wide. */
export async function templatePicture(
  id: string,
  color: string,
  words: Words,
  side: number,
  logo?: LogoFile,
): Promise<Sharp> {
  const template = templates.find((each) => each.id === id);
  if (!template) throw new Error(`no template ${id}`);
  const drawing = draw(template.make(paletteOf(color), { ...words, logo }), bundled);
  const { data, width, height } = await paint(
    drawing,
    new Map(logo && [[logo.picture, logo.bytes]]),
    side,
  );
  return sharp(data, { raw: { width, height, channels: 4 } });
}
