import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAccount } from './account.ts';
import { ButtonLink } from './button-link.tsx';
import { type Badge, badgesQuery } from './queries.ts';
import { EmptyState, QueryContent } from './query-content.tsx';
import { t } from './t.ts';

type Props = { title: string; words: string; children: (badges: Badge[]) => ReactNode };

/** Requires a badge. Without one, explains it with `title` and `words` and links to a new badge. */
export function BadgesScreenContent({ title, words, children }: Props) {
  const here = useAccount();
  const { accountId } = here;
  const make = (
    <ButtonLink to="/$accountId/badges/new" params={{ accountId }}>
      {t('badges.new')}
    </ButtonLink>
  );
  return (
    <QueryContent query={useQuery(badgesQuery(here))}>
      {(badges) =>
        badges.length > 0 ? (
          children(badges)
        ) : (
          <EmptyState title={title} action={make}>
            {words}
          </EmptyState>
        )
      }
    </QueryContent>
  );
}
