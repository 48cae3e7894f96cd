import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { t } from '../../messages/en/credentials.ts';
import { tFailure } from '../../messages/en/mail.ts';
import { useAccount } from '../../shared/account.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import { CredentialStatusLabel } from '../../shared/credential-status.tsx';
import { CurlExample } from '../../shared/curl-example.tsx';
import { formatMoment, formatNumber, formatUtcDate } from '../../shared/format.ts';
import {
  explainEmailFailure,
  formatServerResponse,
  isAddressSuspect,
} from '../../shared/mail-outcome.tsx';
import { Markdown } from '../../shared/markdown.tsx';
import { QueryContent } from '../../shared/query-content.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import classes from './credential.module.css';
import { CorrectOrRevoke, CredentialActions, SendAgain } from './credential-actions.tsx';
import { By, CredentialHistory } from './history.tsx';
import { CredentialPreviews } from './previews.tsx';
import { type Credential, credentialQuery, engagementQuery, eventsQuery } from './queries.ts';

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
              <Activity credentialId={credentialId} />
              <CredentialHistory credentialId={credentialId} />
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
  const { badge, recipient, shortCode, issuedOn, expires } = credential;
  const { revocationReason, delivery, deliveryStatus } = credential;
  const hasBounced = deliveryStatus === 'bounced' || deliveryStatus === 'failed';
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
        <dd>
          <Link
            to="/$accountId/recipients/$recipientId"
            params={{ accountId, recipientId: credential.recipientId }}
          >
            {recipient.email}
          </Link>
        </dd>
        <dt>{t('issue.issuedOn')}</dt>
        <dd>{formatUtcDate(issuedOn)}</dd>
        <dt>{t('issue.expires')}</dt>
        <dd>{expires ? formatUtcDate(expires) : t('credentials.never')}</dd>
        <dt>{t('credentials.code')}</dt>
        <dd className={classes.code}>
          <code>{shortCode}</code>
          <CopyButton text={shortCode} label={t('credentials.code.copy')} size="compact-sm" />
        </dd>
        <dt>{t('credentials.mail')}</dt>
        <dd>
          {hasBounced ? (
            <EmailProblem credential={credential} />
          ) : (
            t(`delivery.${deliveryStatus ?? delivery ?? 'none'}`)
          )}
        </dd>
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

/** Why the last email didn't arrive, and the next step. */
function EmailProblem({ credential }: { credential: Credential }) {
  const { deliveryStatus, deliveryError } = credential;
  const { accountId, may } = useAccount();
  const response = formatServerResponse(deliveryError ?? '');
  const isSuspect = isAddressSuspect(deliveryStatus === 'bounced', deliveryError ?? '');
  return (
    <div className={classes.bounce}>
      <span className="state" data-tone="bad">
        {t(`delivery.${deliveryStatus ?? 'none'}`)}
      </span>
      <p>{explainEmailFailure(deliveryStatus === 'bounced', deliveryError ?? '')}</p>
      {response && <p className="fine">{response}</p>}
      <div className={classes.nextSteps}>
        {isSuspect && may('correctAward') && !credential.revoked && (
          <Link
            to="/$accountId/credentials/$credentialId/correct"
            params={{ accountId, credentialId: idFromUrl(credential.id) }}
          >
            {tFailure('correct')}
          </Link>
        )}
        <SendAgain credential={credential} />
      </div>
    </div>
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

function Activity({ credentialId }: { credentialId: string }) {
  const query = useQuery(eventsQuery(useAccount(), credentialId));
  return (
    <section className="sheet">
      <h2>{t('activity')}</h2>
      <QueryContent query={query} lines={3}>
        {(events) => (
          <ol className={classes.activity}>
            {events.map(({ type, at, by, reason }) => (
              <li key={`${type}${at}`}>
                <span className={classes.happened}>{t(`activity.${type}`)}</span>{' '}
                {by && <By {...by} />}
                {reason && <q className={classes.reason}>{reason}</q>}
                <time dateTime={at} className="fine">
                  {formatMoment(at)}
                </time>
              </li>
            ))}
          </ol>
        )}
      </QueryContent>
    </section>
  );
}

function CredentialDetailList({ credential }: { credential: Credential }) {
  const { attributes = {}, narrative, evidence = [] } = credential;
  const values = Object.entries(attributes);
  if (values.length === 0 && narrative === undefined && evidence.length === 0) return null;
  return (
    <section className="sheet stack">
      <h2>{t('details.title')}</h2>
      {values.length > 0 && (
        <dl className="facts">
          {values.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      {narrative !== undefined && (
        <div>
          <h3>{t('details.narrative')}</h3>
          <Markdown text={narrative} />
        </div>
      )}
      {evidence.length > 0 && (
        <div>
          <h3>{t('details.evidence')}</h3>
          <ul className={classes.evidence}>
            {evidence.map(({ id, name, description, narrative: text, genre, audience }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they have no name and never change
              <li key={at}>
                {id === undefined ? (
                  name && <strong>{name}</strong>
                ) : (
                  <a href={id} target="_blank" rel="noopener noreferrer nofollow">
                    {name ?? id}
                  </a>
                )}
                {Object.entries({ genre, audience, description }).map(
                  ([kind, line]) =>
                    line && (
                      <p key={kind} className={classes.prose}>
                        {line}
                      </p>
                    ),
                )}
                {text !== undefined && <Markdown text={text} />}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
