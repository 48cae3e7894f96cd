import type { Layer } from '@insignia/design';
import { changeLayers } from '@insignia/design/edit';
import { useDesigner } from './context.ts';

/** Members of layers to be put in the place of what they are. */
export type Patch = { [Member in Layer as Member['type']]: Partial<Member> }[Layer['type']];
export type Edit = (patch: Patch, within?: string) => void;

/** Changes these layers alike. */
export function useEdit(layers: readonly Layer[]): Edit {
  const { change } = useDesigner();
  const ids = layers.map(({ id }) => id);
  return (patch, within) =>
    change(
      (design) => changeLayers(design, ids, (layer) => ({ ...layer, ...patch }) as Layer),
      within && `${within} ${ids.join(' ')}`,
    );
}
