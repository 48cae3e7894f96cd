import { updateAccount } from '@insignia/contract';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import { useApiForm } from '../../shared/form.ts';
import { FormFooter } from '../../shared/form-footer.tsx';
import { LeaveGuard } from '../../shared/leave-guard.tsx';
import { showToast } from '../../shared/toast.tsx';
import classes from './account.module.css';
import { AccountSection } from './section.tsx';
import { t } from './t.ts';

export function AccountName() {
  const { accountId, account, may } = useAccount();
  return (
    <AccountSection
      title={t('account.name.title')}
      words={t('account.name.words')}
      action={<CopyButton text={accountId} label={t('account.id')} size="compact-sm" />}
    >
      {may('updateAccount') ? <Rename /> : <p>{account.name}</p>}
    </AccountSection>
  );
}

function Rename() {
  const { accountId, account, api } = useAccount();
  const queries = useQueryClient();
  const form = useApiForm({
    draft: `${accountId}.name`,
    initial: { name: account.name },
    check: (fields) => findBodyErrors(updateAccount.body, fields),
    send: (fields) => api.account.update(fields),
    done: async ({ name }) => {
      // Every account lists all of the user's accounts.
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'account' });
      form.restart({ name });
      showToast(t('account.renamed', { name }));
    },
  });
  return (
    <form {...form.formProps} className={classes.rename}>
      <TextInput
        {...form.getInputProps('name')}
        aria-label={t('account.name')}
        autoComplete="off"
        required
      />
      <FormFooter form={form} action={t('save')} isSame={!form.isDirty} />
      <LeaveGuard isDirty={form.isDirty} drop={form.discard} />
    </form>
  );
}
