import type { Layer } from '@insignia/design';
import { IconEye, IconEyeOff, IconLock, IconLockOpen } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useId } from 'react';
import { useDesign, useDesigner, useSelected } from './context.ts';
import classes from './layers.module.css';
import { t } from './t.ts';
import { Tool } from './tool.tsx';
import { useActs } from './use-acts.ts';

/** All layers, the highest first: what is on the stage, for who does not see it. */
export function Layers() {
  const design = useDesign();
  const title = useId();
  const walk = ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
    const names = [...currentTarget.querySelectorAll<HTMLElement>('[data-layer]')];
    const at = names.indexOf(document.activeElement as HTMLElement);
    names[at + (key === 'ArrowDown' ? 1 : -1)]?.focus();
  };
  return (
    <section className={classes.layers}>
      <h2 id={title}>{t('design.layers')}</h2>
      {design.layers.length === 0 && <p className="fine">{t('design.layers.none')}</p>}
      <ul aria-labelledby={title} onKeyDown={walk}>
        {design.layers.toReversed().map((layer) => (
          <Row key={layer.id} layer={layer} />
        ))}
      </ul>
    </section>
  );
}

function Row({ layer }: { layer: Layer }) {
  const { store, select } = useDesigner();
  const { toggle } = useActs();
  const isChosen = useSelected().includes(layer.id);
  const { id, hidden, locked, group } = layer;
  const name = layer.name || t(`design.type.${layer.type}`);
  const choose = ({ shiftKey, ctrlKey, metaKey }: MouseEvent) => {
    if (!shiftKey && !ctrlKey && !metaKey) return select([id]);
    const { selected } = store.getState();
    select(isChosen ? selected.filter((one) => one !== id) : [...selected, id]);
  };
  return (
    <li className={classes.row} data-chosen={isChosen || undefined} data-group={group || undefined}>
      <button
        type="button"
        data-layer
        className={classes.name}
        aria-pressed={isChosen}
        data-hidden={hidden || undefined}
        onClick={choose}
      >
        {name}
      </button>
      <span className={classes.signs} data-on={hidden || locked || undefined}>
        <Tool
          label={t('design.hide', { name })}
          icon={hidden ? IconEyeOff : IconEye}
          isOn={hidden}
          act={() => toggle(id, 'hidden')}
        />
        <Tool
          label={t('design.lock', { name })}
          icon={locked ? IconLock : IconLockOpen}
          isOn={locked}
          act={() => toggle(id, 'locked')}
        />
      </span>
    </li>
  );
}
