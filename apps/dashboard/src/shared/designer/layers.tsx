import { changeLayers, type EditableLayer } from '@insignia/design/edit';
import { IconEye, IconEyeOff, IconListCheck, IconLock, IconLockOpen } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import { t } from '../../messages/en/design.ts';
import { useDesign, useDesigner, useSelectedIds } from './context.ts';
import classes from './layers.module.css';
import { ToolButton } from './tool-button.tsx';
import { useLayerActions } from './use-layer-actions.ts';

/** All layers, top first: the accessible alternative to the stage. */
export function Layers() {
  const design = useDesign();
  const { store, toggleAdding } = useDesigner();
  const isAdding = useStore(store, (state) => state.isAdding);
  const title = useId();
  const list = useRef<HTMLUListElement>(null);
  const place = useRef<{ id: string; at: number }>(undefined);
  useEffect(() => {
    const was = place.current;
    if (!was || design.layers.length === 0 || document.activeElement !== document.body) return;
    const names = [...(list.current?.querySelectorAll<HTMLElement>('[data-layer]') ?? [])];
    (
      names.find(({ dataset }) => dataset.layer === was.id) ??
      names[was.at] ??
      names.at(-1)
    )?.focus();
  }, [design.layers]);
  const walk = ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
    const names = [...currentTarget.querySelectorAll<HTMLElement>('[data-layer]')];
    const at = names.indexOf(document.activeElement as HTMLElement);
    names[at + (key === 'ArrowDown' ? 1 : -1)]?.focus();
  };
  return (
    <section className={classes.layers}>
      <header>
        <h2 id={title}>{t('design.layers')}</h2>
        <ToolButton
          label={t('design.several.choose')}
          icon={IconListCheck}
          isOn={isAdding}
          act={toggleAdding}
        />
      </header>
      {design.layers.length === 0 && <p className="fine">{t('design.layers.none')}</p>}
      <ul
        ref={list}
        aria-labelledby={title}
        onKeyDown={walk}
        // Moves the focus to a neighbor, or keeps it on a moved row.
        onFocus={({ target }) => {
          const rows = [...(list.current?.children ?? [])];
          const at = rows.findIndex((row) => row.contains(target));
          const id = rows[at]?.querySelector<HTMLElement>('[data-layer]')?.dataset.layer ?? '';
          place.current = { id, at };
        }}
        // Removed elements fire no blur event.
        onBlur={() => {
          place.current = undefined;
        }}
      >
        {design.layers.toReversed().map((layer) => (
          <LayerRow key={layer.id} layer={layer} />
        ))}
      </ul>
    </section>
  );
}

/** A row of the layer list: select, rename, hide, lock. */
function LayerRow({ layer }: { layer: EditableLayer }) {
  const { store, select, nameLayer } = useDesigner();
  const { toggle } = useLayerActions();
  const isChosen = useSelectedIds().includes(layer.id);
  const [isRenaming, setRenaming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { id, hidden, locked, group } = layer;
  const name = nameLayer(layer);
  const choose = ({ shiftKey, ctrlKey, metaKey }: MouseEvent) => {
    const { selected, isAdding } = store.getState();
    if (!shiftKey && !ctrlKey && !metaKey && !isAdding) return select([id]);
    select(isChosen ? selected.filter((one) => one !== id) : [...selected, id]);
  };
  const endRenaming = (isByKey: boolean) => {
    if (!isByKey) return setRenaming(false);
    flushSync(() => setRenaming(false));
    button.current?.focus();
  };
  return (
    <li className={classes.row} data-chosen={isChosen || undefined} data-group={group || undefined}>
      {isRenaming ? (
        <LayerNameInput id={id} name={name} end={endRenaming} />
      ) : (
        <button
          ref={button}
          type="button"
          data-layer={id}
          className={classes.name}
          aria-pressed={isChosen}
          aria-keyshortcuts="F2"
          data-hidden={hidden || undefined}
          onClick={choose}
          onDoubleClick={() => setRenaming(true)}
          onKeyDown={({ key }) => key === 'F2' && setRenaming(true)}
        >
          {name}
        </button>
      )}
      <span className={classes.signs} data-on={hidden || locked || undefined}>
        <ToolButton
          label={t('design.hide', { name })}
          icon={hidden ? IconEyeOff : IconEye}
          isOn={hidden}
          act={() => toggle(id, 'hidden')}
        />
        <ToolButton
          label={t('design.lock', { name })}
          icon={locked ? IconLock : IconLockOpen}
          isOn={locked}
          act={() => toggle(id, 'locked')}
        />
      </span>
    </li>
  );
}

type Props = {
  id: string;
  name: string;
  /** True if ended by a key, so that the focus stays here. */
  end: (isByKey: boolean) => void;
};

/** Edits a layer's name in the list. Enter and blur save, Escape cancels. */
function LayerNameInput({ id, name, end }: Props) {
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
      // biome-ignore lint/a11y/noAutofocus: the user has just chosen to rename
      autoFocus
      onFocus={({ currentTarget }) => currentTarget.select()}
      onKeyDown={press}
      onBlur={({ currentTarget }) => finish(currentTarget.value, false)}
    />
  );
}
