import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useHere } from '../../shared/account.ts';
import { CopyButton } from '../../shared/copy.tsx';
import { bareId } from '../../shared/random-id.ts';
import { whenOpened } from '../../shared/when-opened.tsx';
import { type Credential, certificateOf, pageOf } from './queries.ts';
import { t } from './t.ts';

const Send = whenOpened(async () => (await import('./send.tsx')).Send);
const Share = whenOpened(async () => (await import('./share.tsx')).Share);
const Revoke = whenOpened(async () => (await import('./revoke.tsx')).Revoke);
const Erase = whenOpened(async () => (await import('./erase.tsx')).Erase);

/** What can be done with one credential; the dialog of each says what comes of it. */
export function Actions({ credential }: { credential: Credential }) {
  const { accountId, may } = useHere();
  const queries = useQueryClient();
  const [asking, setAsking] = useState<'send' | 'share' | 'revoke' | 'erase'>();
  const awardId = bareId(credential.id);
  const asked = {
    credential,
    close: () => setAsking(undefined),
    changed: () => queries.invalidateQueries({ queryKey: [accountId, 'credential', awardId] }),
  };
  return (
    <>
      <Button
        component="a"
        variant="default"
        href={pageOf(awardId)}
        target="_blank"
        rel="noreferrer"
      >
        {t('openPage')}
      </Button>
      <CopyButton text={pageOf(awardId)} label={t('copyLink')} />
      <Button component="a" variant="default" href={certificateOf(awardId)} target="_blank">
        {t('certificate')}
      </Button>
      {!credential.revoked && may('sendAward') && (
        <>
          <Button onClick={() => setAsking('send')}>{t('send')}</Button>
          <Button variant="default" onClick={() => setAsking('share')}>
            {t('share')}
          </Button>
        </>
      )}
      {!credential.revoked && may('revokeAward') && (
        <Button variant="default" data-tone="bad" onClick={() => setAsking('revoke')}>
          {t('revoke')}
        </Button>
      )}
      {may('deleteAward') && (
        <Button variant="default" data-tone="bad" onClick={() => setAsking('erase')}>
          {t('erase')}
        </Button>
      )}
      <Send {...asked} opened={asking === 'send'} />
      <Share {...asked} opened={asking === 'share'} />
      <Revoke {...asked} opened={asking === 'revoke'} />
      <Erase {...asked} opened={asking === 'erase'} />
    </>
  );
}
