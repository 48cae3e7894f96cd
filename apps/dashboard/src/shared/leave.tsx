import { Button, Modal } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { t } from './t.ts';

type Props = {
  isDirty: boolean;
  drop: () => void;
  /** What will be lost, where it was not typed. */
  words?: string;
};

/** Asks before what was typed is left behind. */
export function LeaveGuard({ isDirty, drop, words = t('leave.words') }: Props) {
  const { status, proceed, reset } = useBlocker({
    // Filters and the like are the same screen.
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    withResolver: true,
    // A reload brings back what was typed.
    enableBeforeUnload: false,
  });
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title={t('leave.title')}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className="stack">
        <p>{words}</p>
        <div className="actions">
          <Button variant="default" onClick={() => reset?.()} data-autofocus>
            {t('leave.stay')}
          </Button>
          <Button
            data-tone="bad"
            onClick={() => {
              drop();
              proceed?.();
            }}
          >
            {t('leave.leave')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
