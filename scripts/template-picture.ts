import { createPalette, draw, type Logo, templates } from '@insignia/design';
import sharp, { type Sharp } from 'sharp';
import { paintDesign } from '../apps/server/src/platform/drawing/paint.ts';
import { loadDrawingResources } from '../packages/design/tests/drawing-resources.ts';

export type TemplateTexts = { title: string; issuer: string; icon: string };
/** Includes the file at the logo's address. */
type LogoFile = Logo & { bytes: Uint8Array };

const bundled = await loadDrawingResources();

/** Draws a template in a brand's color, with the given width in pixels. */
export async function drawTemplatePicture(
  id: string,
  color: string,
  words: TemplateTexts,
  side: number,
  logo?: LogoFile,
): Promise<Sharp> {
  const template = templates.find((each) => each.id === id);
  if (!template) throw new Error(`no template ${id}`);
  const drawing = draw(template.make(createPalette(color), { ...words, logo }), bundled);
  const { data, width, height } = await paintDesign(
    drawing,
    new Map(logo && [[logo.picture, logo.bytes]]),
    side,
  );
  return sharp(data, { raw: { width, height, channels: 4 } });
}
