import { Notice } from '../../../shared/notice.tsx';
import { useDesign } from './context.ts';

/**
 * Explains why the designer didn't open the badge's design. Shown while the layer it refers to
 * exists.
 */
export function InitialDesignNotice({
  words,
  layer,
}: {
  words: string;
  layer: string | undefined;
}) {
  const { layers } = useDesign();
  if (layer !== undefined && !layers.some(({ id }) => id === layer)) return null;
  return (
    <Notice tone="warn" comesUp>
      {words}
    </Notice>
  );
}
