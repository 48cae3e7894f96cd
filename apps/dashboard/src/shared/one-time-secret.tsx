import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import { t } from './t.ts';

type Props = {
  words: string;
  secret: string;
  testId: string;
  children?: ReactNode;
  close: () => void;
};

/** Shows a key or secret that can't be shown again. */
export function OneTimeSecret({ words, secret, testId, children, close }: Props) {
  return (
    <div className="stack">
      <p>{words}</p>
      <div>
        <pre data-testid={testId}>{secret}</pre>
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
