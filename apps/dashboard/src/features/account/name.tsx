import { updateAccount } from '@insignia/contract';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useHere } from '../../shared/account.ts';
import { CopyButton } from '../../shared/copy.tsx';
import { faultsOf } from '../../shared/faults.ts';
import { useForm } from '../../shared/form.ts';
import { FormEnd } from '../../shared/form-end.tsx';
import { LeaveGuard } from '../../shared/leave.tsx';
import { tell } from '../../shared/toast.tsx';
import classes from './account.module.css';
import { Section } from './section.tsx';
import { t } from './t.ts';

export function Name() {
  const { accountId, account, may } = useHere();
  return (
    <Section
      title={t('account.name.title')}
      words={t('account.name.words')}
      action={<CopyButton text={accountId} label={t('account.id')} size="compact-sm" />}
    >
      {may('updateAccount') ? <Rename /> : <p>{account.name}</p>}
    </Section>
  );
}

function Rename() {
  const { accountId, account, api } = useHere();
  const queries = useQueryClient();
  const form = useForm({
    draft: `${accountId}.name`,
    initial: { name: account.name },
    check: (fields) => faultsOf(updateAccount.body, fields),
    send: (fields) => api.account.update(fields),
    done: async ({ name }) => {
      // Every account lists all of the user's accounts.
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'account' });
      form.again({ name });
      tell(t('account.renamed', { name }));
    },
  });
  return (
    <form {...form.form} className={classes.rename}>
      <TextInput
        {...form.text('name')}
        aria-label={t('account.name')}
        autoComplete="off"
        required
      />
      <FormEnd form={form} action={t('save')} isSame={!form.isDirty} />
      <LeaveGuard isDirty={form.isDirty} drop={form.drop} />
    </form>
  );
}
