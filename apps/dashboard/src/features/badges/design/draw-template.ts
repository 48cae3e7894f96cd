import { templates, writeDesign } from '@insignia/design';
import type { BadgeContent } from './context.ts';
import { createFromTemplate } from './create-from-template.ts';
import { loadPictures } from './pictures.ts';
import { renderToPng } from './render-picture.ts';
import { startDesignRenderer } from './renderer.ts';

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
    const [drawing, pictures] = await Promise.all([drawer.draw(design), loadPictures(design)]);
    const image = renderToPng(drawing, pictures);
    if (image === undefined) throw new Error(`nothing is seen of the template ${template.id}`);
    return { designJson: writeDesign(design), image };
  } finally {
    drawer.end();
  }
}
