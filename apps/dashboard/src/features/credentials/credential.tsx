import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useAccount } from '../../shared/account.ts';
import { CurlExample } from '../../shared/curl-example.tsx';
import { formatNumber, formatUtcDate } from '../../shared/format.ts';
import { QueryContent } from '../../shared/query-content.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import { CredentialActions } from './actions.tsx';
import { CorrectOrRevoke } from './correct-or-revoke.tsx';
import classes from './credential.module.css';
import { CredentialDetailList } from './credential-detail-list.tsx';
import { CredentialStatusLabel } from './credential-status.tsx';
import { CredentialPreviews } from './previews.tsx';
import { type Credential, credentialQuery, engagementQuery } from './queries.ts';
import { t } from './t.ts';
import { Timeline } from './timeline.tsx';

const route = getRouteApi('/$accountId/credentials/$credentialId');

export function CredentialScreen() {
  const here = useAccount();
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
      lead={data && <CredentialStatusLabel state={data.state} />}
      actions={data && <CredentialActions credential={data} />}
    >
      <QueryContent query={query}>
        {(credential) => (
          <div className={classes.columns}>
            <div className="stack">
              <About credential={credential} />
              <CredentialDetailList credential={credential} />
              <Engagement credentialId={credentialId} />
              <CredentialPreviews credential={credential} />
              <CurlExample operation="getAward" args={{ awardId: credentialId }} />
            </div>
            <div className="stack">
              <Timeline credentialId={credentialId} />
              <CorrectOrRevoke credential={credential} />
            </div>
          </div>
        )}
      </QueryContent>
    </Screen>
  );
}

function About({ credential }: { credential: Credential }) {
  const { accountId } = useAccount();
  const { badge, recipient, issuedOn, expires, revocationReason, delivery, deliveryStatus } =
    credential;
  return (
    <section className={`sheet ${classes.about}`}>
      <img src={badge.image} alt="" />
      <dl className="facts">
        <dt>{t('issue.badge')}</dt>
        <dd>
          <Link
            to="/$accountId/badges/$badgeId"
            params={{ accountId, badgeId: idFromUrl(badge.id) }}
          >
            {badge.name}
          </Link>
        </dd>
        <dt>{t('issue.email')}</dt>
        <dd>{recipient.email}</dd>
        <dt>{t('issue.issuedOn')}</dt>
        <dd>{formatUtcDate(issuedOn)}</dd>
        <dt>{t('issue.expires')}</dt>
        <dd>{expires ? formatUtcDate(expires) : t('credentials.never')}</dd>
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
  const query = useQuery(engagementQuery(useAccount(), credentialId));
  return (
    <section className="sheet">
      <h2>{t('stats.since')}</h2>
      <QueryContent query={query} lines={2}>
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
      </QueryContent>
    </section>
  );
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{formatNumber(value)}</dd>
    </div>
  );
}
