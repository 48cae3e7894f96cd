import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../messages/en/credentials.ts';
import { useAccount } from '../../shared/account.ts';
import { ButtonLink } from '../../shared/button-link.tsx';
import { CopyButton } from '../../shared/copy-button.tsx';
import { createLazyDialog } from '../../shared/lazy-part.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import classes from './credential.module.css';
import { buildCertificatePath, buildPageUrl, type Credential } from './queries.ts';

const loadDialogs = () => import('./credential-dialogs.tsx');
const Send = createLazyDialog(async () => (await loadDialogs()).SendDialog);
const Share = createLazyDialog(async () => (await loadDialogs()).ShareDialog);
const Renew = createLazyDialog(async () => (await loadDialogs()).RenewDialog);
const Revoke = createLazyDialog(async () => (await loadDialogs()).RevokeDialog);
const Erase = createLazyDialog(async () => (await loadDialogs()).EraseDialog);

export function CredentialActions({ credential }: { credential: Credential }) {
  const { may } = useAccount();
  const [dialog, setDialog] = useState<'send' | 'share'>();
  const credentialId = idFromUrl(credential.id);
  const invalidate = useInvalidateCredential(credentialId);
  const props = { credential, close: () => setDialog(undefined), invalidate };
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
          <Button variant="default" onClick={() => setDialog('share')}>
            {t('share')}
          </Button>
          <Button onClick={() => setDialog('send')}>{t('send')}</Button>
        </>
      )}
      <Send {...props} opened={dialog === 'send'} />
      <Share {...props} opened={dialog === 'share'} />
    </>
  );
}

/** Next step after an email bounced or failed. */
export function SendAgain({ credential }: { credential: Credential }) {
  const { may } = useAccount();
  const [opened, setOpened] = useState(false);
  const invalidate = useInvalidateCredential(idFromUrl(credential.id));
  if (credential.revoked || !may('sendAward')) return null;
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpened(true)}>
        {t('send.again')}
      </Button>
      <Send {...{ credential, invalidate, opened }} close={() => setOpened(false)} />
    </>
  );
}

/** Actions that change what the credential shows or proves, each with its consequence. */
export function CorrectOrRevoke({ credential }: { credential: Credential }) {
  const { accountId, may } = useAccount();
  const [dialog, setDialog] = useState<'renew' | 'revoke' | 'erase'>();
  const invalidate = useInvalidateCredential(idFromUrl(credential.id));
  const props = { credential, close: () => setDialog(undefined), invalidate };
  const canCorrect = !credential.revoked && may('correctAward');
  const actions = [
    ...(canCorrect && credential.expires !== null ? (['renew'] as const) : []),
    ...(!credential.revoked && may('revokeAward') ? (['revoke'] as const) : []),
    ...(may('deleteAward') ? (['erase'] as const) : []),
  ];
  if (actions.length === 0) return null;
  return (
    <section className={`sheet ${classes.correction}`} aria-labelledby="correction">
      <h2 id="correction">{t('correction.title')}</h2>
      {canCorrect && (
        <div>
          <p className="fine">{t('correction.correct')}</p>
          <ButtonLink
            variant="default"
            to="/$accountId/credentials/$credentialId/correct"
            params={{ accountId, credentialId: idFromUrl(credential.id) }}
          >
            {t('correct')}
          </ButtonLink>
        </div>
      )}
      {actions.map((action) => (
        <div key={action}>
          <p className="fine">{t(`correction.${action}`)}</p>
          <Button
            variant="default"
            data-tone={action === 'renew' ? undefined : 'bad'}
            onClick={() => setDialog(action)}
          >
            {t(action)}
          </Button>
        </div>
      ))}
      <Renew {...props} opened={dialog === 'renew'} />
      <Revoke {...props} opened={dialog === 'revoke'} />
      <Erase {...props} opened={dialog === 'erase'} />
    </section>
  );
}

function useInvalidateCredential(credentialId: string): () => Promise<void> {
  const { accountId } = useAccount();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [accountId, 'credential', credentialId] });
}
