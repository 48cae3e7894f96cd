import { templates, writeDesign } from '@insignia/design';
import type { Words } from './context.ts';
import { startDrawer } from './drawer.ts';
import { fromTemplate } from './from-template.ts';
import { pngOf } from './picture-of.ts';
import { picturesOf } from './pictures.ts';

/** Renders templates one after another without opening the designer. */
export async function drawTemplate(
  at: number,
  words: Words,
): Promise<{ designJson: string; image: string }> {
  const template = templates[at % templates.length];
  if (!template) throw new Error('there are no templates');
  const design = fromTemplate(template, words);
  const drawer = startDrawer();
  try {
    const [drawing, pictures] = await Promise.all([drawer.draw(design), picturesOf(design)]);
    const image = pngOf(drawing, pictures);
    if (image === undefined) throw new Error(`nothing is seen of the template ${template.id}`);
    return { designJson: writeDesign(design), image };
  } finally {
    drawer.end();
  }
}
