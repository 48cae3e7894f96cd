import { Button } from '@mantine/core';
import { useState } from 'react';
import { useHere } from '../../shared/account.ts';
import { CopyButton } from '../../shared/copy.tsx';
import { bareId } from '../../shared/random-id.ts';
import { whenOpened } from '../../shared/when-opened.tsx';
import { type Credential, certificateOf, pageOf } from './queries.ts';
import { t } from './t.ts';
import { useChanged } from './use-changed.ts';

const Send = whenOpened(async () => (await import('./send.tsx')).Send);
const Share = whenOpened(async () => (await import('./share.tsx')).Share);

/** Non-destructive actions on a credential. */
export function Actions({ credential }: { credential: Credential }) {
  const { may } = useHere();
  const [asking, setAsking] = useState<'send' | 'share'>();
  const credentialId = bareId(credential.id);
  const changed = useChanged(credentialId);
  const asked = { credential, close: () => setAsking(undefined), changed };
  return (
    <>
      <Button
        component="a"
        variant="default"
        href={pageOf(credentialId)}
        target="_blank"
        rel="noreferrer"
      >
        {t('openPage')}
      </Button>
      <Button component="a" variant="default" href={certificateOf(credentialId)} target="_blank">
        {t('certificate')}
      </Button>
      <CopyButton text={pageOf(credentialId)} label={t('copyLink')} />
      {!credential.revoked && may('sendAward') && (
        <>
          <Button variant="default" onClick={() => setAsking('share')}>
            {t('share')}
          </Button>
          <Button onClick={() => setAsking('send')}>{t('send')}</Button>
        </>
      )}
      <Send {...asked} opened={asking === 'send'} />
      <Share {...asked} opened={asking === 'share'} />
    </>
  );
}
