import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { credentials, t } from '../../messages/en/credentials.ts';
import { useAccount } from '../../shared/account.ts';
import { formatMoment, formatUtcDate } from '../../shared/format.ts';
import { formatParts } from '../../shared/t.ts';
import classes from './credential.module.css';
import { type CredentialEdition, editionsQuery, type TimelineEvent } from './queries.ts';

/** The editions of the credential, once it has more than one. */
export function CredentialHistory({ credentialId }: { credentialId: string }) {
  const { data = [] } = useQuery(editionsQuery(useAccount(), credentialId));
  if (data.length < 2) return null;
  return (
    <section className="sheet" aria-labelledby="history">
      <h2 id="history">{t('history.title')}</h2>
      <ol className={classes.activity}>
        {data.map(({ edition, kind, at, by, reason, changes }) => (
          <li key={edition}>
            <span className={classes.happened}>{t(`history.${kind}`)}</span> {by && <By {...by} />}
            {reason && <q className={classes.reason}>{reason}</q>}
            {changes.length > 0 && (
              <dl className={classes.changes}>
                {changes.map((change) => (
                  <Fragment key={change.field}>
                    <dt>{t(`history.field.${change.field}`)}</dt>
                    <dd>{describeChange(change)}</dd>
                  </Fragment>
                ))}
              </dl>
            )}
            <time dateTime={at} className="fine">
              {formatMoment(at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}

type Change = CredentialEdition['changes'][number];

function describeChange({ field, before, after }: Change): ReactNode {
  if (field === 'badge' || field === 'issuer') return t('history.edition');
  return t('history.change', {
    before: describeValue(field, before),
    after: describeValue(field, after),
  });
}

function describeValue(field: Change['field'], value: unknown): string {
  if (value === null || value === undefined) {
    // Each credential has a name and an address.
    if (field === 'recipient.name' || field === 'recipient.email') return t('history.erased');
    return field === 'expires' ? t('credentials.never') : t('history.none');
  }
  if (field === 'issuedOn' || field === 'expires') return formatUtcDate(String(value));
  if (field === 'attributes')
    return Object.entries(value)
      .map(([name, each]) => `${name}: ${each}`)
      .join(', ');
  if (field === 'evidence') return t('history.evidence', { count: (value as unknown[]).length });
  return String(value);
}

/** Shows who did it, by the current name. Deleted users and keys have none. */
export function By({ kind, name }: NonNullable<TimelineEvent['by']>) {
  if (kind === 'service') return t('activity.byService');
  const isKey = kind === 'key';
  if (name === null) return isKey ? t('activity.byGoneKey') : t('activity.byGonePerson');
  const message = credentials[isKey ? 'activity.byKey' : 'activity.byPerson'];
  return formatParts<ReactNode>(message, { name: <bdi key="name">{name}</bdi> });
}
