import { type inviteMember, pagePaths } from '@insignia/contract';
import type { Client } from '@insignia/sdk';
import { Button, Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { t } from '../../messages/en/team.ts';
import { useAccount } from '../../shared/account.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { ProblemNotice } from '../../shared/notice.tsx';
import { membersQuery } from '../../shared/queries.ts';
import { RelativeTime } from '../../shared/relative-time.tsx';
import { type Column, Table } from '../../shared/table.tsx';
import { showToast } from '../../shared/toast.tsx';
import classes from './team.module.css';

type Props = { members: readonly Member[]; ownId: string | undefined };

/** Members and invitations with their roles. */
export function Members({ members, ownId }: Props) {
  const { may } = useAccount();
  const [leaving, setLeaving] = useState<Member>();
  const isOwn = ({ personId }: Member) => personId !== null && personId === ownId;
  const columns: Column<Member>[] = [
    { title: t('team.who'), show: (member) => <Who member={member} isOwn={isOwn(member)} /> },
    {
      title: t('team.since'),
      isMinor: true,
      show: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    {
      title: t('team.role'),
      isBelow: true,
      show: (member) => <MemberRole member={member} isOwn={isOwn(member)} />,
    },
  ];
  if (may('removeMember'))
    columns.push({
      title: t('actions'),
      isNumber: true,
      show: (member) => <RemoveButton member={member} choose={setLeaving} />,
    });
  return (
    <>
      <Table
        label={t('nav.team')}
        rows={members}
        getKey={({ memberId }) => memberId}
        columns={columns}
      />
      <RemoveMember
        member={leaving}
        isOwn={leaving !== undefined && isOwn(leaving)}
        close={() => setLeaving(undefined)}
      />
    </>
  );
}

function Who({ member, isOwn }: { member: Member; isOwn: boolean }) {
  return (
    <div className={classes.who}>
      <span>
        <strong>
          <bdi>{getMemberName(member)}</bdi>
        </strong>
        {isOwn && <span className="state">{t('team.you')}</span>}
        {member.status === 'pending' && (
          <span className="state" data-tone="warn">
            {t('team.pending')}
          </span>
        )}
        {member.status === 'disabled' && (
          <span className="state" data-tone="bad">
            {t('team.disabled')}
          </span>
        )}
        {member.status === 'deprovisioned' && (
          <span className="state" data-tone="bad">
            {t('team.deprovisioned')}
          </span>
        )}
      </span>
      {member.name !== null && <span className="fine">{member.email}</span>}
    </div>
  );
}

type RoleProps = { member: Member; isOwn: boolean };

/** A member's role, editable for admins. */
function MemberRole({ member, isOwn }: RoleProps) {
  const { accountId, api, may } = useAccount();
  const queries = useQueryClient();
  const [own, setOwn] = useState<AssignableRole>();
  const [problem, setProblem] = useState<unknown>();
  const { memberId, role } = member;
  if (!may('changeRole') || role === 'owner')
    return <span title={role === 'owner' ? t('team.owner') : undefined}>{t(`role.${role}`)}</span>;

  const give = async (newRole: AssignableRole) => {
    await api.members.changeRole({ memberId, role: newRole });
    showToast(t('team.changed', { who: getMemberName(member), role: t(`role.${newRole}`) }));
    await queries.invalidateQueries(membersQuery({ accountId, api }));
    // The account contains the user's own permissions.
    if (isOwn) await queries.invalidateQueries({ queryKey: [accountId, 'account'] });
  };
  const choose = (newRole: AssignableRole) => {
    setProblem(undefined);
    if (isOwn) setOwn(newRole);
    else void give(newRole).catch(setProblem);
  };
  return (
    <div className={classes.role}>
      <Select
        aria-label={t('team.roleOf', { who: getMemberName(member) })}
        data={assignableRoles.map((value) => ({ value, label: t(`role.${value}`) }))}
        value={role}
        allowDeselect={false}
        onChange={(newRole) => newRole && newRole !== role && choose(newRole as AssignableRole)}
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

type ButtonProps = { member: Member; choose: (member: Member) => void };

function RemoveButton({ member, choose }: ButtonProps) {
  if (member.role === 'owner') return null;
  const what = member.status === 'pending' ? 'cancel' : 'remove';
  return (
    <Button
      variant="default"
      size="compact-sm"
      data-tone="bad"
      aria-label={t(`team.${what}.of`, { who: getMemberName(member) })}
      onClick={() => choose(member)}
    >
      {t(`team.${what}`)}
    </Button>
  );
}

type RemoveProps = { member: Member | undefined; isOwn: boolean; close: () => void };

/** Confirms the removal of a member or invitation, and states the consequence. */
function RemoveMember({ member, isOwn, close }: RemoveProps) {
  const { accountId, api } = useAccount();
  const queries = useQueryClient();
  const who = member ? getMemberName(member) : '';
  const isPending = member?.status === 'pending';
  const remove = async () => {
    await api.members.remove({ memberId: member?.memberId ?? '' });
    // Returns to the user's own account.
    if (isOwn) return location.assign(pagePaths.dashboard);
    void queries.invalidateQueries({ queryKey: [accountId, 'account'] });
    await queries.invalidateQueries(membersQuery({ accountId, api }));
    showToast(t(isPending ? 'team.cancelled' : 'team.removed', { who }));
  };
  return (
    <ConfirmDialog
      opened={member !== undefined}
      close={close}
      title={t(isPending ? 'team.cancel.title' : 'team.remove.title', { who })}
      action={t(isPending ? 'team.cancel.action' : 'team.remove.action')}
      keep={isPending ? t('team.cancel.keep') : undefined}
      act={remove}
    >
      <p>{t(isPending ? 'team.cancel.words' : isOwn ? 'team.remove.own' : 'team.remove.words')}</p>
    </ConfirmDialog>
  );
}

type Member = Awaited<ReturnType<Client['members']['list']>>['items'][number];
/** Assignable roles. The owner is fixed. */
export type AssignableRole = z.output<typeof inviteMember.body>['role'];
export const assignableRoles = [
  'viewer',
  'editor',
  'admin',
] as const satisfies readonly AssignableRole[];

/** Name of a member, or the email address if there is none. */
const getMemberName = ({ name, email }: Pick<Member, 'name' | 'email'>): string => name ?? email;
