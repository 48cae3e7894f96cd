import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useHere } from '../../shared/account.ts';
import { AsCurl } from '../../shared/as-curl.tsx';
import { givenDay, number } from '../../shared/format.ts';
import { Loaded } from '../../shared/loaded.tsx';
import { bareId } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import { Actions } from './actions.tsx';
import classes from './one.module.css';
import { Previews } from './previews.tsx';
import { type Credential, credentialQuery, engagementQuery } from './queries.ts';
import { Said } from './said.tsx';
import { CredentialState } from './state.tsx';
import { t } from './t.ts';
import { TakingBack } from './taking-back.tsx';
import { Timeline } from './timeline.tsx';

const route = getRouteApi('/$accountId/credentials/$credentialId');

export function OneCredential() {
  const here = useHere();
  const { accountId } = here;
  const { credentialId } = route.useParams();
  const query = useQuery(credentialQuery(here, credentialId));
  const { data } = query;
  return (
    <Screen
      title={data?.recipient.name ?? t('nav.credentials')}
      above={
        <Link to="/$accountId/credentials" params={{ accountId }}>
          {t('nav.credentials')}
        </Link>
      }
      lead={data && <CredentialState state={data.state} />}
      actions={data && <Actions credential={data} />}
    >
      <Loaded query={query}>
        {(credential) => (
          <div className={classes.columns}>
            <div className="stack">
              <About credential={credential} />
              <Said credential={credential} />
              <Engagement credentialId={credentialId} />
              <Previews credential={credential} />
              <AsCurl operation="getAward" args={{ awardId: credentialId }} />
            </div>
            <div className="stack">
              <Timeline credentialId={credentialId} />
              <TakingBack credential={credential} />
            </div>
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

function About({ credential }: { credential: Credential }) {
  const { accountId } = useHere();
  const { badge, recipient, issuedOn, expires, revocationReason, delivery, deliveryStatus } =
    credential;
  return (
    <section className={`sheet ${classes.about}`}>
      <img src={badge.image} alt="" />
      <dl className="facts">
        <dt>{t('issue.badge')}</dt>
        <dd>
          <Link to="/$accountId/badges/$badgeId" params={{ accountId, badgeId: bareId(badge.id) }}>
            {badge.name}
          </Link>
        </dd>
        <dt>{t('issue.email')}</dt>
        <dd>{recipient.email}</dd>
        <dt>{t('issue.issuedOn')}</dt>
        <dd>{givenDay(issuedOn)}</dd>
        <dt>{t('issue.expires')}</dt>
        <dd>{expires ? givenDay(expires) : t('credentials.never')}</dd>
        <dt>{t('credentials.mail')}</dt>
        <dd>{t(`delivery.${deliveryStatus ?? delivery ?? 'none'}`)}</dd>
        {revocationReason && (
          <>
            <dt>{t('revoke.reason')}</dt>
            <dd>{revocationReason}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

function Engagement({ credentialId }: { credentialId: string }) {
  const query = useQuery(engagementQuery(useHere(), credentialId));
  return (
    <section className="sheet">
      <h2>{t('stats.since')}</h2>
      <Loaded query={query} lines={2}>
        {({ views, shares, downloads, linkedin_adds }) => (
          <dl className={classes.figures}>
            <Figure name={t('stats.views')} value={views} />
            <Figure
              name={t('stats.shares')}
              value={Object.values(shares).reduce((sum, one) => sum + one, 0)}
            />
            <Figure name={t('stats.downloads')} value={downloads} />
            <Figure name={t('stats.linkedin')} value={linkedin_adds} />
          </dl>
        )}
      </Loaded>
    </section>
  );
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{number(value)}</dd>
    </div>
  );
}
