import { Button } from '@mantine/core';
import { useState } from 'react';
import { whenOpened } from '../../shared/when-opened.tsx';
import type { Selection } from './asked.ts';
import classes from './list.module.css';
import { revokedOf, valuesOf } from './standing.ts';
import { t } from './t.ts';

const SendMany = whenOpened(async () => (await import('./send-many.tsx')).SendMany);
const RevokeMany = whenOpened(async () => (await import('./revoke-many.tsx')).RevokeMany);

/** Emails or revokes several credentials as a job. */
export function Selected({ selection, clear }: { selection: Selection; clear: () => void }) {
  const [asking, setAsking] = useState<'send' | 'revoke'>();
  const revoked = revokedOf(selection);
  const isNone = selection.standing.count === 0;
  // One more doesn't change the plural form.
  const values = valuesOf(selection.standing);
  const asked = { selection, values, clear, close: () => setAsking(undefined) };
  return (
    <section aria-label={t('selected.label')} className={classes.bar}>
      <span>
        {t('selected.count', valuesOf(selection))}
        {revoked.count > 0 && ` (${t('selected.revoked', valuesOf(revoked))})`}
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
