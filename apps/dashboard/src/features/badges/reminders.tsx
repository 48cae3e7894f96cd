import { Checkbox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '../../messages/en/badges.ts';
import { useAccount } from '../../shared/account.ts';
import { ProblemNotice } from '../../shared/notice.tsx';
import { QueryContent } from '../../shared/query-content.tsx';
import { showToast } from '../../shared/toast.tsx';
import { useAction } from '../../shared/use-action.ts';
import { remindersQuery } from './queries.ts';

/** Turns the emails before the end of a credential on or off. */
export function Reminders({ badgeId }: { badgeId: string }) {
  const here = useAccount();
  const queries = useQueryClient();
  const query = useQuery(remindersQuery(here, badgeId));
  const isOn = query.data?.enabled === true;
  const change = useAction(async () => {
    await here.api.badges.setReminders({ badgeId, enabled: !isOn });
    await queries.invalidateQueries(remindersQuery(here, badgeId));
    showToast(t(isOn ? 'badges.reminders.off' : 'badges.reminders.on'));
  });
  return (
    <QueryContent query={query} lines={1}>
      {({ enabled }) => (
        <>
          <Checkbox
            label={t('badges.reminders.label')}
            description={t('badges.reminders.hint')}
            checked={enabled}
            disabled={!here.may('setReminders') || change.isBusy}
            onChange={() => void change.act()}
          />
          <ProblemNotice problem={change.problem} />
        </>
      )}
    </QueryContent>
  );
}
