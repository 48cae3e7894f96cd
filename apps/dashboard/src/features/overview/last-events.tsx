import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useHere } from '../../shared/account.ts';
import { FoldSentence } from '../../shared/act.tsx';
import { foldActs } from '../../shared/fold-acts.ts';
import { ago } from '../../shared/format.ts';
import { Loaded } from '../../shared/loaded.tsx';
import { credentialsQuery } from '../../shared/queries.ts';
import classes from './overview.module.css';
import { actsQuery } from './queries.ts';
import { t } from './t.ts';

const most = 8;

/** Recent actions. Without access to the audit log, recently issued credentials. */
export function LastEvents() {
  const { may } = useHere();
  return (
    <section className="sheet">
      <h2>{t('events.title')}</h2>
      {may('listAuditLog') ? <Acts /> : <Issued />}
    </section>
  );
}

function Acts() {
  const query = useQuery(actsQuery(useHere()));
  return (
    <Loaded query={query} lines={5}>
      {(acts) => (
        <Events>
          {foldActs(acts)
            .slice(0, most)
            .map((fold) => (
              <Event
                key={fold[0]?.id}
                at={fold[0]?.at ?? ''}
                words={<FoldSentence fold={fold} />}
              />
            ))}
        </Events>
      )}
    </Loaded>
  );
}

function Issued() {
  const query = useInfiniteQuery(credentialsQuery(useHere()));
  return (
    <Loaded query={query} lines={5}>
      {({ pages }) => (
        <Events>
          {pages[0]?.awards
            .slice(0, most)
            .map(({ id, timestamp, recipient, badge }) => (
              <Event
                key={id}
                at={timestamp}
                words={t('events.issued', { name: recipient.name, badge: badge.name })}
              />
            )) ?? []}
        </Events>
      )}
    </Loaded>
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
        {ago(at)}
      </time>
    </li>
  );
}
