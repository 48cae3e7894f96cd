import type { Layer } from '@insignia/design';
import { changeLayers } from '@insignia/design/edit';
import { useDesigner } from './context.ts';

/** Members of layers to change. */
export type LayerPatch = { [Member in Layer as Member['type']]: Partial<Member> }[Layer['type']];
export type EditLayers = (patch: LayerPatch, within?: string) => void;

/** Changes the given layers alike. */
export function useEdit(layers: readonly Layer[]): EditLayers {
  const { change } = useDesigner();
  const ids = layers.map(({ id }) => id);
  return (patch, within) =>
    change(
      (design) => changeLayers(design, ids, (layer) => ({ ...layer, ...patch }) as Layer),
      within && `${within} ${ids.join(' ')}`,
    );
}
