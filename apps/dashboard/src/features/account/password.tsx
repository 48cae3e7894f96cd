import { changePassword } from '@insignia/contract';
import { Button, Modal, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { clientFor } from '../../shared/client.ts';
import { faultsOf } from '../../shared/faults.ts';
import { useForm } from '../../shared/form.ts';
import { FormEnd } from '../../shared/form-end.tsx';
import { tell } from '../../shared/toast.tsx';
import { isStale, SignInAgain, useIsFresh } from './fresh.tsx';
import { sessionsQuery } from './queries.ts';
import { Section } from './section.tsx';
import { t } from './t.ts';

const route = getRouteApi('/$accountId/account');

export function Password() {
  const navigate = route.useNavigate();
  const isOpen = route.useSearch().do === 'password';
  const close = () => void navigate({ search: {} });
  return (
    <Section
      title={t('account.password.title')}
      words={t('account.password.words')}
      action={
        <Button variant="default" onClick={() => void navigate({ search: { do: 'password' } })}>
          {t('account.password.change')}
        </Button>
      }
    >
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('account.password.change')}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Change close={close} />
      </Modal>
    </Section>
  );
}

function Change({ close }: { close: () => void }) {
  const queries = useQueryClient();
  const isFresh = useIsFresh();
  // Passwords are never stored in the browser.
  const { form, text, problem, isBusy } = useForm({
    initial: { currentPassword: '', newPassword: '' },
    check: (fields) => faultsOf(changePassword.body, fields),
    send: (fields) => clientFor().people.changePassword(fields),
    done: () => {
      tell(t('account.password.changed'));
      close();
      void queries.invalidateQueries(sessionsQuery);
    },
  });
  if (!isFresh || isStale(problem))
    return (
      <div className="stack">
        <SignInAgain />
      </div>
    );
  return (
    <form {...form} className="stack">
      <TextInput
        {...text('currentPassword')}
        type="password"
        label={t('account.password.current')}
        autoComplete="current-password"
        data-autofocus
        required
      />
      <TextInput
        {...text('newPassword')}
        type="password"
        label={t('account.password.new')}
        description={t('account.password.hint')}
        autoComplete="new-password"
        required
      />
      <FormEnd form={{ problem, isBusy }} action={t('account.password.change')} cancel={close} />
    </form>
  );
}
