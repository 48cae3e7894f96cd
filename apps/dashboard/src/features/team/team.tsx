import { useQuery } from '@tanstack/react-query';
import { useHere } from '../../shared/account.ts';
import { AsCurl } from '../../shared/as-curl.tsx';
import { Loaded } from '../../shared/loaded.tsx';
import { membersQuery, personQuery } from '../../shared/queries.ts';
import { Screen } from '../../shared/screen.tsx';
import { Invite } from './invite.tsx';
import { Members } from './members.tsx';
import { Seats } from './seats.tsx';
import { t } from './t.ts';
import classes from './team.module.css';

export function Team() {
  const here = useHere();
  const query = useQuery(membersQuery(here));
  const { data: person } = useQuery(personQuery);
  return (
    <Screen title={t('nav.team')} lead={t('team.lead')}>
      <Loaded query={query}>
        {(members) => (
          <>
            <section className={`sheet ${classes.top}`}>
              <Seats taken={members.length} most={here.account.limits.seats} />
              {here.may('inviteMember') &&
                members.length < (here.account.limits.seats ?? Infinity) && <Invite />}
            </section>
            <Members members={members} ownId={person?.id} />
          </>
        )}
      </Loaded>
      <AsCurl operation="listMembers" />
    </Screen>
  );
}
