import { inviteMember } from '@insignia/contract';
import { Button, Progress, Select, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '../../messages/en/team.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { CurlExample } from '../../shared/curl-example.tsx';
import { emailField, useApiForm } from '../../shared/form.ts';
import { LeaveGuard } from '../../shared/leave-guard.tsx';
import { ProblemNotice } from '../../shared/notice.tsx';
import { membersQuery, userQuery } from '../../shared/queries.ts';
import { QueryContent } from '../../shared/query-content.tsx';
import { Screen } from '../../shared/screen.tsx';
import { showToast } from '../../shared/toast.tsx';
import { type AssignableRole, assignableRoles, Members } from './members.tsx';
import classes from './team.module.css';

export function Team() {
  const here = useAccount();
  const query = useQuery(membersQuery(here));
  const { data: person } = useQuery(userQuery);
  return (
    <Screen title={t('nav.team')} lead={t('team.lead')}>
      <QueryContent query={query}>
        {(members) => (
          <>
            <section className={`sheet ${classes.top}`}>
              <Seats used={members.length} max={here.account.limits.seats} />
              {here.may('inviteMember') &&
                members.length < (here.account.limits.seats ?? Infinity) && <InviteMember />}
            </section>
            <Members members={members} ownId={person?.id} />
          </>
        )}
      </QueryContent>
      <CurlExample operation="listMembers" />
    </Screen>
  );
}

type Props = { used: number; max: number | null };

/** Remaining seats as text and bar. */
function Seats({ used, max }: Props) {
  if (max === null) return <p className={classes.seats}>{t('team.seats.unlimited', { used })}</p>;
  const left = Math.max(0, max - used);
  const words = t('team.seats', { used, max });
  return (
    <div className={classes.seats}>
      <p>
        <strong>{words}</strong>
        <span className="fine">{t('team.seats.left', { left })}</span>
      </p>
      <Progress value={Math.min(100, (100 * used) / max)} size="sm" aria-label={words} />
    </div>
  );
}

const initial = { email: '', role: 'editor' as AssignableRole };

function InviteMember() {
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
          {...emailField}
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
