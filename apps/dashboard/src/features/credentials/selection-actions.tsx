import { Button } from '@mantine/core';
import { useState } from 'react';
import { createLazyDialog } from '../../shared/lazy-dialog.tsx';
import { countRevoked, toCountValues } from './counts.ts';
import type { Selection } from './dialog-props.ts';
import classes from './list.module.css';
import { t } from './t.ts';

const SendMany = createLazyDialog(
  async () => (await import('./bulk-send-dialog.tsx')).BulkSendDialog,
);
const RevokeMany = createLazyDialog(
  async () => (await import('./bulk-revoke-dialog.tsx')).BulkRevokeDialog,
);

/** Emails or revokes several credentials as a job. */
export function SelectionActions({
  selection,
  clear,
}: {
  selection: Selection;
  clear: () => void;
}) {
  const [asking, setAsking] = useState<'send' | 'revoke'>();
  const revoked = countRevoked(selection);
  const isNone = selection.standing.count === 0;
  // One more doesn't change the plural form.
  const values = toCountValues(selection.standing);
  const asked = { selection, values, clear, close: () => setAsking(undefined) };
  return (
    <section aria-label={t('selected.label')} className={classes.bar}>
      <span>
        {t('selected.count', toCountValues(selection))}
        {revoked.count > 0 && ` (${t('selected.revoked', toCountValues(revoked))})`}
      </span>
      <div className={classes.acts}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={isNone}
          onClick={() => setAsking('send')}
        >
          {t('send')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          data-tone="bad"
          disabled={isNone}
          onClick={() => setAsking('revoke')}
        >
          {t('revoke')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={clear}>
          {t('selected.none')}
        </Button>
      </div>
      <SendMany {...asked} opened={asking === 'send'} />
      <RevokeMany {...asked} opened={asking === 'revoke'} />
    </section>
  );
}
