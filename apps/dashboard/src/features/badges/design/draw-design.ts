import {
  createPalette,
  type Design,
  type Drawing,
  type Template,
  templates,
  writeDesign,
} from '@insignia/design';
import { isBlank, type Pictures, paintDrawing } from '@insignia/design/canvas';
import { t } from '../../../messages/en/design.ts';
import { browserCanvasTools } from '../../../shared/designer/canvas-tools.ts';
import { listPictures, loadPictures } from '../../../shared/designer/pictures.ts';
import { startDesignRenderer } from '../../../shared/designer/renderer.ts';
import type { BadgeContent, BadgeDesigner } from './context.ts';

/** The document and its picture (PNG in base64). */
export type FinishedBadge = { design: Design; image: string };

/**
 * Renders the final design, including changes made while a 13 MB font loads. Undefined if nothing
 * is visible.
 */
export async function drawFinalDesign({
  store,
  drawer,
}: Pick<BadgeDesigner, 'store' | 'drawer'>): Promise<FinishedBadge | undefined> {
  for (;;) {
    const { design } = store.getState();
    const [drawn, all] = await Promise.all([
      drawer.draw(design),
      loadPictures(listPictures(design)),
    ]);
    if (store.getState().design !== design) continue;
    const image = renderToPng(drawn, all);
    return image === undefined ? undefined : { design, image };
  }
}

/** Renders templates one after another without opening the designer. */
export async function drawTemplate(
  at: number,
  words: BadgeContent,
): Promise<{ designJson: string; image: string }> {
  const template = templates[at % templates.length];
  if (!template) throw new Error('there are no templates');
  const design = createFromTemplate(template, words);
  const drawer = startDesignRenderer();
  try {
    const [drawing, pictures] = await Promise.all([
      drawer.draw(design),
      loadPictures(listPictures(design)),
    ]);
    const image = renderToPng(drawing, pictures);
    if (image === undefined) throw new Error(`nothing is seen of the template ${template.id}`);
    return { designJson: writeDesign(design), image };
  } finally {
    drawer.end();
  }
}

/** Fills a template with the badge's words, or with placeholders. */
export function createFromTemplate(
  template: Template,
  { title, issuer, color, logo }: BadgeContent,
  icon = 'award',
): Design {
  return template.make(createPalette(color), {
    title: title || t('design.sample.title'),
    issuer: issuer || t('design.sample.issuer'),
    icon,
    logo,
  });
}

/** Pixels of the longer side of the saved picture. */
const SAVED_SIDE_PIXELS = 1_024;

/** Renders the drawing at a size. */
export function renderToCanvas(
  drawing: Drawing,
  pictures: Pictures,
  longer = SAVED_SIDE_PIXELS,
): HTMLCanvasElement {
  const scale = longer / Math.max(drawing.width, drawing.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(drawing.width * scale));
  canvas.height = Math.max(1, Math.round(drawing.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.scale(scale, scale);
  paintDrawing(context, drawing, pictures, browserCanvasTools);
  return canvas;
}

/** PNG in base64. Undefined for an invisible drawing. */
function renderToPng(drawing: Drawing, pictures: Pictures): string | undefined {
  const canvas = renderToCanvas(drawing, pictures);
  const { width, height } = canvas;
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height);
  if (!pixels || isBlank(pixels.data)) return undefined;
  return canvas.toDataURL('image/png').replace(/^[^,]*,/, '');
}
