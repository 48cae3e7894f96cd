import { Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { useAccount } from '../shared/account.ts';
import { createObservable } from '../shared/observable.ts';
import { t } from '../shared/t.ts';
import classes from './keyboard-shortcuts.module.css';
import { screens } from './screens.ts';

export const shortcutHelp = createObservable(false);

/** Time between `g` and the letter, long enough for slow typists. */
const goWithinMs = 3_000;

/** True while the user types or a dialog is open. */
function isTaken({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  if (document.querySelector('[role="dialog"][aria-modal="true"]')) return true;
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable]') !== null
  );
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  field?.focus();
  return field !== null;
}

function act(event: KeyboardEvent): void {
  if (event.key === '?') shortcutHelp.set(true);
  else if (event.key === '/' && focusSearch()) event.preventDefault();
}

/** `/` focuses search, `?` shows the keys, `g` and a letter opens a screen. */
export function KeyboardShortcuts() {
  const { accountId, may } = useAccount();
  const navigate = useNavigate();
  const isShown = shortcutHelp.use();
  const wentAt = useRef(-goWithinMs);
  const offered = screens.filter(({ needs }) => may(needs));

  // A layout effect, so that a screen accepts keys as soon as it is visible.
  useLayoutEffect(() => {
    const screenAt = (event: KeyboardEvent) => {
      const isGoing = event.timeStamp - wentAt.current < goWithinMs;
      wentAt.current = event.key === 'g' ? event.timeStamp : -goWithinMs;
      return screens.find(({ letter, needs }) => isGoing && letter === event.key && may(needs));
    };
    const press = (event: KeyboardEvent) => {
      if (isTaken(event)) return;
      const screen = screenAt(event);
      if (screen) return void navigate({ to: screen.to, params: { accountId } });
      act(event);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [accountId, may, navigate]);

  return (
    <Modal
      opened={isShown}
      onClose={() => shortcutHelp.set(false)}
      title={t('keyboard.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <dl className={classes.keys}>
        <dt>
          <kbd>/</kbd>
        </dt>
        <dd>{t('keyboard.search')}</dd>
        <dt>
          <kbd>?</kbd>
        </dt>
        <dd>{t('keyboard.help')}</dd>
        <dt>
          <kbd>↑</kbd> <kbd>↓</kbd>
        </dt>
        <dd>{t('keyboard.rows')}</dd>
        {offered.map(({ letter, label }) => (
          <div key={letter} className={classes.pair}>
            <dt>
              <kbd>g</kbd> <kbd>{letter}</kbd>
            </dt>
            <dd>{t(label)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
