import { Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../../shared/account.ts';
import { CurlExample } from '../../shared/curl-example.tsx';
import { membersQuery, userQuery } from '../../shared/queries.ts';
import { QueryContent } from '../../shared/query-content.tsx';
import { Screen } from '../../shared/screen.tsx';
import { InviteMember } from './invite-member.tsx';
import { Members } from './members.tsx';
import { t } from './t.ts';
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
              <Seats taken={members.length} max={here.account.limits.seats} />
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

type Props = { taken: number; max: number | null };

/** Remaining seats as text and bar. */
function Seats({ taken, max }: Props) {
  if (max === null) return <p className={classes.seats}>{t('team.seats.unlimited', { taken })}</p>;
  const left = Math.max(0, max - taken);
  const words = t('team.seats', { taken, max });
  return (
    <div className={classes.seats}>
      <p>
        <strong>{words}</strong>
        <span className="fine">{t('team.seats.left', { left })}</span>
      </p>
      <Progress value={Math.min(100, (100 * taken) / max)} size="sm" aria-label={words} />
    </div>
  );
}
