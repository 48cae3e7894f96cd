import type { Designer } from './context.ts';
import { pngOf } from './picture-of.ts';
import { picturesOf } from './pictures.ts';

/** The design as it is at the end, without an image where nothing is seen of it: what is changed while a font of 13 MB is loaded is drawn too. */
export async function drawWhole({ store, drawer }: Pick<Designer, 'store' | 'drawer'>) {
  for (;;) {
    const { design } = store.getState();
    const [drawn, all] = await Promise.all([drawer.draw(design), picturesOf(design)]);
    if (store.getState().design === design) return { design, image: pngOf(drawn, all) };
  }
}
