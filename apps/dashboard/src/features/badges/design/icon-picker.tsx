import { icons } from '@insignia/design/icons';
import { Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import classes from './panel.module.css';
import { t } from './t.ts';

const all = Object.entries(icons);
/** More are not looked through: one searches. */
const most = 240;

export function IconPicker({ close, take }: { close: () => void; take: (icon: string) => void }) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase().replaceAll(' ', '-');
  const found = all.filter(([name]) => name.includes(wanted));
  return (
    <Modal
      opened
      onClose={close}
      title={t('design.icon')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className="stack">
        <TextInput
          type="search"
          label={t('search')}
          value={search}
          data-autofocus
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <p className="fine" role="status">
          {t('design.icons.found', { count: found.length })}
        </p>
        <ul className={classes.icons}>
          {found.slice(0, most).map(([name, paths]) => (
            <li key={name}>
              <button
                type="button"
                className={classes.icon}
                aria-label={name}
                title={name}
                onClick={() => {
                  take(name);
                  close();
                }}
              >
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d={paths.join('')} />
                </svg>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  );
}
