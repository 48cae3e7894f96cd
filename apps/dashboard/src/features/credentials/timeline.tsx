import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { credentials } from '../../messages/en/credentials.ts';
import { useAccount } from '../../shared/account.ts';
import { formatMoment } from '../../shared/format.ts';
import { QueryContent } from '../../shared/query-content.tsx';
import { formatParts } from '../../shared/t.ts';
import classes from './credential.module.css';
import { eventsQuery, type TimelineEvent } from './queries.ts';
import { t } from './t.ts';

/** Events in words. */
export function Timeline({ credentialId }: { credentialId: string }) {
  const query = useQuery(eventsQuery(useAccount(), credentialId));
  return (
    <section className="sheet">
      <h2>{t('activity')}</h2>
      <QueryContent query={query} lines={3}>
        {(events) => (
          <ol className={classes.timeline}>
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

/** Current name; none for deleted users. */
function By({ kind, name }: NonNullable<TimelineEvent['by']>) {
  if (kind === 'service') return t('activity.byService');
  const isKey = kind === 'key';
  if (name === null) return isKey ? t('activity.byGoneKey') : t('activity.byGonePerson');
  const words = credentials[isKey ? 'activity.byKey' : 'activity.byPerson'];
  return formatParts<ReactNode>(words, { name: <bdi key="name">{name}</bdi> });
}
