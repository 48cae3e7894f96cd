import { Notice } from '../../../shared/notice.tsx';
import { useDesign } from './context.ts';

/** Why one begins with something else than the badge's design; what is said of a layer, for as long as it is there. */
export function BeginNotice({ words, layer }: { words: string; layer: string | undefined }) {
  const { layers } = useDesign();
  if (layer !== undefined && !layers.some(({ id }) => id === layer)) return null;
  return (
    <Notice tone="warn" comesUp>
      {words}
    </Notice>
  );
}
