import { Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../../shared/account.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { ProblemNotice } from '../../shared/notice.tsx';
import { membersQuery } from '../../shared/queries.ts';
import { showToast } from '../../shared/toast.tsx';
import { type AssignableRole, assignableRoles, getMemberName, type Member } from './queries.ts';
import { t } from './t.ts';
import classes from './team.module.css';

type Props = { member: Member; isOwn: boolean };

/** A member's role, editable for admins. */
export function MemberRole({ member, isOwn }: Props) {
  const { accountId, api, may } = useAccount();
  const queries = useQueryClient();
  const [own, setOwn] = useState<AssignableRole>();
  const [problem, setProblem] = useState<unknown>();
  const { memberId, role } = member;
  if (!may('changeRole') || role === 'owner')
    return <span title={role === 'owner' ? t('team.owner') : undefined}>{t(`role.${role}`)}</span>;

  const give = async (wanted: AssignableRole) => {
    await api.members.changeRole({ memberId, role: wanted });
    showToast(t('team.changed', { who: getMemberName(member), role: t(`role.${wanted}`) }));
    await queries.invalidateQueries(membersQuery({ accountId, api }));
    // The account contains the user's own permissions.
    if (isOwn) await queries.invalidateQueries({ queryKey: [accountId, 'account'] });
  };
  const choose = (wanted: AssignableRole) => {
    setProblem(undefined);
    if (isOwn) setOwn(wanted);
    else void give(wanted).catch(setProblem);
  };
  return (
    <div className={classes.role}>
      <Select
        aria-label={t('team.roleOf', { who: getMemberName(member) })}
        data={assignableRoles.map((value) => ({ value, label: t(`role.${value}`) }))}
        value={role}
        allowDeselect={false}
        onChange={(wanted) => wanted && wanted !== role && choose(wanted as AssignableRole)}
      />
      <ProblemNotice problem={problem} />
      <ConfirmDialog
        opened={own !== undefined}
        close={() => setOwn(undefined)}
        title={t('team.own.title')}
        action={t('team.own.action')}
        act={async () => own && give(own)}
      >
        <p>{t('team.own.words', { role: t(`role.${own ?? 'viewer'}`) })}</p>
      </ConfirmDialog>
    </div>
  );
}
