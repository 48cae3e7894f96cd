import { IconListCheck } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useStore } from 'zustand';
import { t } from '../../messages/en/design.ts';
import { useDesign, useDesigner } from './context.ts';
import { LayerRow } from './layer-row.tsx';
import classes from './layers.module.css';
import { ToolButton } from './tool-button.tsx';

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
