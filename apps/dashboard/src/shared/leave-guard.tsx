import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { Dialog } from './confirm-dialog.tsx';
import { t } from './t.ts';

type Props = {
  isDirty: boolean;
  drop: () => void;
  /** Describes what would be lost, if not typed input. */
  words?: string;
};

/** Confirms before leaving unsaved changes. */
export function LeaveGuard({ isDirty, drop, words = t('leave.words') }: Props) {
  const { status, proceed, reset } = useBlocker({
    // Query parameters don't leave the screen.
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    withResolver: true,
    // Drafts survive a reload.
    enableBeforeUnload: false,
  });
  return (
    <Dialog
      opened={status === 'blocked'}
      close={() => reset?.()}
      title={t('leave.title')}
      lockScroll={false}
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
    </Dialog>
  );
}
