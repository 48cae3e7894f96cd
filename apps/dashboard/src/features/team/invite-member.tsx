import { inviteMember } from '@insignia/contract';
import { Button, Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { useApiForm } from '../../shared/form.ts';
import { LeaveGuard } from '../../shared/leave-guard.tsx';
import { ProblemNotice } from '../../shared/notice.tsx';
import { membersQuery } from '../../shared/queries.ts';
import { showToast } from '../../shared/toast.tsx';
import { type AssignableRole, assignableRoles } from './queries.ts';
import { t } from './t.ts';
import classes from './team.module.css';

const initial = { email: '', role: 'editor' as AssignableRole };

export function InviteMember() {
  const here = useAccount();
  const queries = useQueryClient();
  const form = useApiForm({
    draft: `${here.accountId}.invite`,
    initial,
    check: (fields) => findBodyErrors(inviteMember.body, fields),
    send: (fields, idempotencyKey) => here.api.members.invite(fields, { idempotencyKey }),
    done: async (_, { email, role }) => {
      showToast(t('team.invited', { email }));
      form.restart({ email: '', role });
      // Other screens show the remaining seats too.
      void queries.invalidateQueries({ queryKey: [here.accountId, 'account'] });
      await queries.invalidateQueries(membersQuery(here));
    },
  });
  const { values, getInputProps, problem, isBusy } = form;
  return (
    <form {...form.formProps} className="stack" aria-labelledby="invite">
      <h2 id="invite">{t('team.invite.title')}</h2>
      <div className={classes.invite}>
        <TextInput
          {...getInputProps('email')}
          label={t('team.email')}
          type="text"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          autoComplete="off"
          required
        />
        <Select
          {...getInputProps('role')}
          label={t('team.role')}
          data={assignableRoles.map((value) => ({ value, label: t(`role.${value}`) }))}
          allowDeselect={false}
        />
        <Button type="submit" loading={isBusy}>
          {t('team.invite')}
        </Button>
      </div>
      <p className="fine">{t(`team.may.${values.role}`)}</p>
      <ProblemNotice problem={problem} />
      <LeaveGuard isDirty={values.email !== '' && form.isDirty} drop={form.discard} />
    </form>
  );
}
