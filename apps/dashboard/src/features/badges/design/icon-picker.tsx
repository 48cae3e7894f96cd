import { filledIcons, icons } from '@insignia/design/icons';
import { searchIcons } from '@insignia/design/icons/search';
import { Checkbox, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { t } from '../../../messages/en/design.ts';
import { Dialog } from '../../../shared/confirm-dialog.tsx';
import classes from '../../../shared/designer/panel.module.css';

/** Maximum results. Users search instead of scrolling. */
const MAX_ICONS = 240;

type Props = { close: () => void; take: (icon: string, filled: boolean) => void };

export function IconPicker({ close, take }: Props) {
  const [search, setSearch] = useState('');
  const [isFilled, setFilled] = useState(false);
  const shown = isFilled ? filledIcons : icons;
  const found = useMemo(() => searchIcons(search).filter((name) => name in shown), [search, shown]);
  const choose = (name: string) => {
    take(name, isFilled);
    close();
  };
  return (
    <Dialog close={close} title={t('design.icon')} size="lg">
      <div className="stack">
        <TextInput
          type="search"
          label={t('search')}
          value={search}
          data-autofocus
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={({ key, nativeEvent }) => {
            const isTaken = key === 'Enter' && !nativeEvent.isComposing;
            if (isTaken && search.trim() !== '' && found[0]) choose(found[0]);
          }}
        />
        <Checkbox
          label={t('design.icons.filled')}
          checked={isFilled}
          onChange={({ currentTarget }) => setFilled(currentTarget.checked)}
        />
        <p className="fine" role="status">
          {t('design.icons.found', { count: found.length })}
        </p>
        <ul className={classes.icons}>
          {found.slice(0, MAX_ICONS).map((name) => (
            <li key={name}>
              <button
                type="button"
                className={classes.icon}
                data-filled={isFilled || undefined}
                aria-label={name}
                title={name}
                onClick={() => choose(name)}
              >
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d={shown[name]?.join('')} />
                </svg>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
