import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../../shared/account.ts';
import { CurlExample } from '../../shared/curl-example.tsx';
import { membersQuery, userQuery } from '../../shared/queries.ts';
import { QueryContent } from '../../shared/query-content.tsx';
import { Screen } from '../../shared/screen.tsx';
import { InviteMember } from './invite-member.tsx';
import { Members } from './members.tsx';
import { Seats } from './seats.tsx';
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
              <Seats taken={members.length} most={here.account.limits.seats} />
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
