import type { Designer } from './context.ts';
import { pngOf } from './picture-of.ts';
import { picturesOf } from './pictures.ts';

/**
 * Renders the final design, including changes made while a 13 MB font loads. No image if nothing is
 * visible.
 */
export async function drawWhole({ store, drawer }: Pick<Designer, 'store' | 'drawer'>) {
  for (;;) {
    const { design } = store.getState();
    const [drawn, all] = await Promise.all([drawer.draw(design), picturesOf(design)]);
    if (store.getState().design === design) return { design, image: pngOf(drawn, all) };
  }
}
