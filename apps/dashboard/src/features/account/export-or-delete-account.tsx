import { pagePaths } from '@insignia/contract';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../messages/en/account.ts';
import { useAccount } from '../../shared/account.ts';
import { clearBrowser } from '../../shared/clear-browser.ts';
import { ConfirmDialog, Dialog } from '../../shared/confirm-dialog.tsx';
import { startDownload } from '../../shared/downloads.ts';
import { badgesQuery, membersQuery } from '../../shared/queries.ts';
import {
  isFreshSignInRequired,
  SignInAgain,
  useIsRecentSignIn,
  useOwnSignInProblem,
} from './recent-sign-in.tsx';
import { AccountSection } from './section.tsx';

const route = getRouteApi('/$accountId/account');

export function ExportAccount() {
  const { accountId, account, api } = useAccount();
  const start = () =>
    startDownload({
      accountId,
      label: t('account.export.label', { name: account.name }),
      file: 'insignia-account.zip',
      request: (signal) => api.account.export({}, { signal }),
    });
  return (
    <AccountSection
      title={t('account.export.title')}
      description={t('account.export.words')}
      action={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={start}
        >
          {t('account.export.action')}
        </Button>
      }
    />
  );
}

/** Deletes the account. For the owner, after a recent sign-in. */
export function DeleteAccount() {
  const navigate = route.useNavigate();
  const isOpen = route.useSearch().do === 'delete';
  const ownProblem = useOwnSignInProblem();
  return (
    <AccountSection
      title={t('account.delete.title')}
      description={t('account.delete.words')}
      action={
        <Button
          variant="subtle"
          size="compact-sm"
          data-tone="bad"
          onClick={() => void navigate({ search: { do: 'delete' } })}
        >
          {t('account.delete.action')}
        </Button>
      }
    >
      {isOpen && (
        <DeleteDialog ownProblem={ownProblem} close={() => void navigate({ search: {} })} />
      )}
    </AccountSection>
  );
}

type DeleteProps = { ownProblem: unknown; close: () => void };

function DeleteDialog({ ownProblem, close }: DeleteProps) {
  const here = useAccount();
  const { account, api } = here;
  const isFresh = useIsRecentSignIn();
  const [refusal, setRefusal] = useState<unknown>();
  const { data: badges = [] } = useQuery(badgesQuery(here));
  const { data: members = [] } = useQuery(membersQuery(here));
  const title = t('account.delete.ask', { name: account.name });
  const remove = async () => {
    try {
      await api.account.delete();
    } catch (error) {
      setRefusal(error);
      throw error;
    }
    await clearBrowser();
    location.replace(pagePaths.signIn);
    // The next page shows the result.
    await new Promise(() => {});
  };
  if (ownProblem || !isFresh || isFreshSignInRequired(refusal))
    return (
      <Dialog close={close} title={title}>
        <div className="stack">
          <SignInAgain ownProblem={ownProblem} />
        </div>
      </Dialog>
    );
  return (
    <ConfirmDialog
      opened
      close={close}
      title={title}
      action={t('account.delete.action')}
      typed={account.name}
      act={remove}
    >
      <p>
        {t('account.delete.what', {
          issuers: account.usage.issuers,
          badges: badges.length,
          members: members.filter(({ status }) => status === 'active').length,
        })}
      </p>
      <p>{t('account.delete.you')}</p>
      <p>
        <strong>{t('account.delete.export')}</strong>
      </p>
    </ConfirmDialog>
  );
}
