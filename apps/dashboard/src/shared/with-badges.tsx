import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useHere } from './account.ts';
import { ButtonLink } from './button-link.tsx';
import { Loaded } from './loaded.tsx';
import { Nothing } from './nothing.tsx';
import { type Badge, badgesQuery } from './queries.ts';
import { t } from './t.ts';

type Props = { title: string; words: string; children: (badges: Badge[]) => ReactNode };

/** Requires a badge. Without one, explains it with `title` and `words` and links to a new badge. */
export function WithBadges({ title, words, children }: Props) {
  const here = useHere();
  const { accountId } = here;
  const make = (
    <ButtonLink to="/$accountId/badges/new" params={{ accountId }}>
      {t('badges.new')}
    </ButtonLink>
  );
  return (
    <Loaded query={useQuery(badgesQuery(here))}>
      {(badges) =>
        badges.length > 0 ? (
          children(badges)
        ) : (
          <Nothing title={title} action={make}>
            {words}
          </Nothing>
        )
      }
    </Loaded>
  );
}
