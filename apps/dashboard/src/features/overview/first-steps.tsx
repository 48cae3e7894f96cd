import { createPathBuilder, pagePaths } from '@insignia/contract/paths';
import { IconCheck } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { t } from '../../messages/en/overview.ts';
import { useAccount } from '../../shared/account.ts';
import { badgesQuery, credentialsQuery, issuersQuery } from '../../shared/queries.ts';
import { idFromUrl } from '../../shared/random-id.ts';
import classes from './overview.module.css';

const seenPlace = (accountId: string) => `insignia.seen.${accountId}`;

/** Steps to a first credential. Disappears when all are done. */
export function FirstSteps() {
  const here = useAccount();
  const { accountId, may } = here;
  const issuers = useQuery(issuersQuery(here));
  const badges = useQuery(badgesQuery(here));
  const credentials = useInfiniteQuery(credentialsQuery(here));
  const [isSeen, setSeen] = useState(localStorage.getItem(seenPlace(accountId)) !== null);
  if (!issuers.data || !badges.data || !credentials.data || !may('createIssuer')) return null;
  const last = credentials.data.pages[0]?.awards[0];
  const pending = issuers.data.find(({ verified }) => !verified);
  const isRegistered = issuers.data.some(({ verified }) => verified);
  const see = () => {
    localStorage.setItem(seenPlace(accountId), 'yes');
    setSeen(true);
  };
  const params = { accountId };
  const steps: { isDone: boolean; words: string; link: ReactNode }[] = [
    {
      isDone: isRegistered,
      words: t('steps.issuer'),
      link: pending ? (
        <Link
          to="/$accountId/issuers/$issuerId"
          params={{ accountId, issuerId: idFromUrl(pending.id) }}
        >
          {t('steps.verify')}
        </Link>
      ) : (
        <Link to="/$accountId/issuers/new" params={params}>
          {t('steps.issuer')}
        </Link>
      ),
    },
    {
      isDone: badges.data.length > 0,
      words: t('steps.badge'),
      link: (
        <Link to="/$accountId/badges/new" params={params}>
          {t('steps.badge')}
        </Link>
      ),
    },
    {
      isDone: last !== undefined,
      words: t('steps.issue'),
      link: (
        <Link to="/$accountId/issue" params={params}>
          {t('steps.issue')}
        </Link>
      ),
    },
    {
      isDone: last !== undefined && isSeen,
      words: t('steps.page'),
      link: last && (
        <a
          href={createPathBuilder(pagePaths.credential)(idFromUrl(last.id))}
          target="_blank"
          rel="noreferrer"
          onClick={see}
        >
          {t('steps.page')}
        </a>
      ),
    },
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);
  if (next < 0) return null;
  return (
    <section>
      <h2>{t('steps.title')}</h2>
      <ol className={classes.steps}>
        {steps.map(({ isDone, words, link }, at) => (
          <li key={words} className={classes.step} data-state={getStepState(isDone, at === next)}>
            <span className={classes.number} aria-hidden>
              {isDone ? <IconCheck size={16} /> : at + 1}
            </span>
            {at === next ? link : words}
            {isDone && <span className="unseen">{t('steps.done')}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function getStepState(isDone: boolean, isNext: boolean): string {
  if (isDone) return 'done';
  return isNext ? 'next' : 'later';
}
