import { pagePaths } from '@insignia/contract';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useAccount } from '../../shared/account.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { membersQuery } from '../../shared/queries.ts';
import { showToast } from '../../shared/toast.tsx';
import { getMemberName, type Member } from './queries.ts';
import { t } from './t.ts';

type ButtonProps = { member: Member; choose: (member: Member) => void };

export function RemoveButton({ member, choose }: ButtonProps) {
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

type Props = { member: Member | undefined; isOwn: boolean; close: () => void };

/** States what ends with the membership. */
export function RemoveMember({ member, isOwn, close }: Props) {
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
