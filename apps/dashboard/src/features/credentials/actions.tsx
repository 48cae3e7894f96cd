import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../shared/account.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import { createLazyDialog } from '../../shared/lazy-dialog.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { buildCertificatePath, buildPageUrl, type Credential } from './queries.ts';
import { t } from './t.ts';
import { useInvalidateCredential } from './use-invalidate-credential.ts';

const Send = createLazyDialog(async () => (await import('./send-dialog.tsx')).SendDialog);
const Share = createLazyDialog(async () => (await import('./share-dialog.tsx')).ShareDialog);

/** Non-destructive actions on a credential. */
export function CredentialActions({ credential }: { credential: Credential }) {
  const { may } = useAccount();
  const [asking, setAsking] = useState<'send' | 'share'>();
  const credentialId = idFromUrl(credential.id);
  const changed = useInvalidateCredential(credentialId);
  const asked = { credential, close: () => setAsking(undefined), changed };
  return (
    <>
      <Button
        component="a"
        variant="default"
        href={buildPageUrl(credentialId)}
        target="_blank"
        rel="noreferrer"
      >
        {t('openPage')}
      </Button>
      <Button
        component="a"
        variant="default"
        href={buildCertificatePath(credentialId)}
        target="_blank"
      >
        {t('certificate')}
      </Button>
      <CopyButton text={buildPageUrl(credentialId)} label={t('copyLink')} />
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
