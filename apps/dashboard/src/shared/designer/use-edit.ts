import { changeLayers, type EditableLayer } from '@insignia/design/edit';
import { useDesigner } from './context.ts';

/** Members of layers to change. */
export type LayerPatch<L> = L extends unknown ? Partial<L> : never;
export type EditLayers<L> = (patch: LayerPatch<L>, within?: string) => void;

/** Changes the given layers alike. */
export function useEdit<L extends EditableLayer>(layers: readonly L[]): EditLayers<L> {
  const { change } = useDesigner();
  const ids = layers.map(({ id }) => id);
  return (patch, within) =>
    change(
      (design) => changeLayers(design, ids, (layer) => ({ ...layer, ...(patch as object) })),
      within && `${within} ${ids.join(' ')}`,
    );
}
