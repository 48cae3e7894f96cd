import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../messages/en/overview.ts';
import { useAccount } from '../../shared/account.ts';
import { AuditGroupSentence } from '../../shared/audit-sentence.tsx';
import { formatRelativeTime } from '../../shared/format.ts';
import { groupAuditEntries } from '../../shared/group-audit-entries.ts';
import { credentialsQuery } from '../../shared/queries.ts';
import { QueryContent } from '../../shared/query-content.tsx';
import classes from './overview.module.css';
import { auditEntriesQuery } from './queries.ts';

const MAX_EVENTS = 8;

/** Recent actions. Without access to the audit log, recently issued credentials. */
export function LatestEvents() {
  const { may } = useAccount();
  return (
    <section className="sheet">
      <h2>{t('events.title')}</h2>
      {may('listAuditLog') ? <Acts /> : <Issued />}
    </section>
  );
}

function Acts() {
  const query = useQuery(auditEntriesQuery(useAccount()));
  return (
    <QueryContent query={query} lines={5}>
      {(acts) => (
        <Events>
          {groupAuditEntries(acts)
            .slice(0, MAX_EVENTS)
            .map((fold) => (
              <Event
                key={fold[0]?.id}
                at={fold[0]?.at ?? ''}
                words={<AuditGroupSentence fold={fold} />}
              />
            ))}
        </Events>
      )}
    </QueryContent>
  );
}

function Issued() {
  const query = useInfiniteQuery(credentialsQuery(useAccount()));
  return (
    <QueryContent query={query} lines={5}>
      {({ pages }) => (
        <Events>
          {pages[0]?.awards
            .slice(0, MAX_EVENTS)
            .map(({ id, timestamp, recipient, badge }) => (
              <Event
                key={id}
                at={timestamp}
                words={t('events.issued', { name: recipient.name, badge: badge.name })}
              />
            )) ?? []}
        </Events>
      )}
    </QueryContent>
  );
}

function Events({ children }: { children: ReactNode[] }) {
  return children.length > 0 ? (
    <ul className={classes.events}>{children}</ul>
  ) : (
    <p>{t('events.none')}</p>
  );
}

function Event({ at, words }: { at: string; words: ReactNode }) {
  return (
    <li>
      <span>{words}</span>
      <time dateTime={at} className="fine">
        {formatRelativeTime(at)}
      </time>
    </li>
  );
}
