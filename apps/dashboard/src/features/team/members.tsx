import { useState } from 'react';
import { useAccount } from '../../shared/account.ts';
import { formatMoment, formatRelativeTime } from '../../shared/format.ts';
import { type Column, Table } from '../../shared/table.tsx';
import { MemberRole } from './member-role.tsx';
import { getMemberName, type Member } from './queries.ts';
import { RemoveButton, RemoveMember } from './remove-member.tsx';
import { t } from './t.ts';
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
      show: ({ createdAt }) => (
        <time dateTime={new Date(createdAt).toISOString()} title={formatMoment(createdAt)}>
          {formatRelativeTime(createdAt)}
        </time>
      ),
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
        keyOf={({ memberId }) => memberId}
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
      </span>
      {member.name !== null && <span className="fine">{member.email}</span>}
    </div>
  );
}
