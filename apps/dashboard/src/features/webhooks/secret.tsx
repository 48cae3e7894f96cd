import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '../../shared/copy.tsx';
import { t } from '../../shared/t.ts';

type Props = { secret: string; children?: ReactNode; close: () => void };

/** Shows a secret, which is this once only. */
export function Secret({ secret, children, close }: Props) {
  return (
    <div className="stack">
      <p>{t('webhooks.secret.words')}</p>
      <div>
        <pre data-testid="webhook-secret">{secret}</pre>
        <CopyButton text={secret} variant="filled" />
      </div>
      {children}
      <div className="actions">
        <Button variant="default" onClick={close}>
          {t('done')}
        </Button>
      </div>
    </div>
  );
}
