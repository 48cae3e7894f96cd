import { changePassword } from '@insignia/contract';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { t } from '../../messages/en/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { createAccountClient } from '../../shared/client.ts';
import { Dialog } from '../../shared/confirm-dialog.tsx';
import { useApiForm } from '../../shared/form.ts';
import { FormFooter } from '../../shared/form-footer.tsx';
import { showToast } from '../../shared/toast.tsx';
import { sessionsQuery } from './queries.ts';
import { isFreshSignInRequired, SignInAgain, useIsRecentSignIn } from './recent-sign-in.tsx';
import { AccountSection } from './section.tsx';

const route = getRouteApi('/$accountId/account');

export function ChangePassword() {
  const navigate = route.useNavigate();
  const isOpen = route.useSearch().do === 'password';
  const close = () => void navigate({ search: {} });
  return (
    <AccountSection
      title={t('account.password.title')}
      description={t('account.password.words')}
      action={
        <Button variant="default" onClick={() => void navigate({ search: { do: 'password' } })}>
          {t('account.password.change')}
        </Button>
      }
    >
      <Dialog opened={isOpen} close={close} title={t('account.password.change')}>
        <Change close={close} />
      </Dialog>
    </AccountSection>
  );
}

function Change({ close }: { close: () => void }) {
  const queries = useQueryClient();
  const isFresh = useIsRecentSignIn();
  // Passwords are never stored in the browser.
  const form = useApiForm({
    initial: { currentPassword: '', newPassword: '' },
    check: (fields) => findBodyErrors(changePassword.body, fields),
    send: (fields) => createAccountClient().people.changePassword(fields),
    done: () => {
      showToast(t('account.password.changed'));
      close();
      void queries.invalidateQueries(sessionsQuery);
    },
  });
  if (!isFresh || isFreshSignInRequired(form.problem))
    return (
      <div className="stack">
        <SignInAgain />
      </div>
    );
  return (
    <form {...form.formProps} className="stack">
      <TextInput
        {...form.getInputProps('currentPassword')}
        type="password"
        label={t('account.password.current')}
        autoComplete="current-password"
        data-autofocus
        required
      />
      <TextInput
        {...form.getInputProps('newPassword')}
        type="password"
        label={t('account.password.new')}
        description={t('account.password.hint')}
        autoComplete="new-password"
        required
      />
      <FormFooter form={form} action={t('account.password.change')} cancel={close} />
    </form>
  );
}
