import {
  createPalette,
  type Design,
  type Template,
  templates,
  writeDesign,
} from '@insignia/design';
import { t } from '../../../messages/en/design.ts';
import { listPictures, loadPictures } from '../../../shared/designer/pictures.ts';
import { startDesignRenderer } from '../../../shared/designer/renderer.ts';
import type { BadgeContent, BadgeDesigner } from './context.ts';
import { renderToPng } from './render-picture.ts';

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
