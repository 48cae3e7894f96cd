import { changeLayers } from '@insignia/design/edit';
import { type KeyboardEvent, useRef } from 'react';
import { useDesigner } from './context.ts';
import classes from './layers.module.css';
import { t } from './t.ts';

type Props = {
  id: string;
  name: string;
  /** True if ended by a key, so that the focus stays here. */
  end: (isByKey: boolean) => void;
};

/** Edits a layer's name in the list. Enter and blur save, Escape cancels. */
export function LayerNameInput({ id, name, end }: Props) {
  const { change } = useDesigner();
  const isOver = useRef(false);
  const finish = (typed: string, isByKey: boolean) => {
    // Enter also triggers blur.
    if (isOver.current) return;
    isOver.current = true;
    const next = typed.trim() || name;
    if (next !== name)
      change((design) => changeLayers(design, [id], (layer) => ({ ...layer, name: next })));
    end(isByKey);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // Keeps arrow keys from the list.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') finish(event.currentTarget.value, true);
    if (event.key === 'Escape') finish(name, true);
  };
  return (
    <input
      className={classes.rename}
      aria-label={t('design.rename', { name })}
      defaultValue={name}
      maxLength={100}
      dir="auto"
      autoComplete="off"
      // biome-ignore lint/a11y/noAutofocus: it was asked for
      autoFocus
      onFocus={({ currentTarget }) => currentTarget.select()}
      onKeyDown={press}
      onBlur={({ currentTarget }) => finish(currentTarget.value, false)}
    />
  );
}
