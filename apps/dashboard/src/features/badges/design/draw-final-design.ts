import type { DesignerContextValue } from './context.ts';
import { loadPictures } from './pictures.ts';
import { renderToPng } from './render-picture.ts';

/**
 * Renders the final design, including changes made while a 13 MB font loads. No image if nothing is
 * visible.
 */
export async function drawFinalDesign({
  store,
  drawer,
}: Pick<DesignerContextValue, 'store' | 'drawer'>) {
  for (;;) {
    const { design } = store.getState();
    const [drawn, all] = await Promise.all([drawer.draw(design), loadPictures(design)]);
    if (store.getState().design === design) return { design, image: renderToPng(drawn, all) };
  }
}
