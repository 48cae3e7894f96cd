import { pagePaths } from '@insignia/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useHere } from '../../shared/account.ts';
import { AsCurl } from '../../shared/as-curl.tsx';
import { today } from '../../shared/format.ts';
import { Hint } from '../../shared/hint.tsx';
import { badgesQuery } from '../../shared/queries.ts';
import { bareId } from '../../shared/random-id.ts';
import { t } from './t.ts';

/** An example call with the key and an existing badge. */
export function UseKey() {
  const here = useHere();
  const { data: badges, isPending } = useQuery(badgesQuery(here));
  if (isPending) return null;
  const badge = badges?.[0];
  return (
    <Hint
      title={t('keys.use')}
      action={
        <Button component="a" variant="default" href={pagePaths.reference}>
          {t('keys.use.reference')}
        </Button>
      }
    >
      <p>{badge ? t('keys.use.issue', { badge: badge.name }) : t('keys.use.list')}</p>
      {badge ? (
        <AsCurl
          operation="createAward"
          args={{
            badgeId: bareId(badge.id),
            recipient: { name: 'Ada Lovelace', email: 'ada@example.org' },
            issuedOn: today(),
          }}
          isOpen
        />
      ) : (
        <AsCurl operation="listIssuers" isOpen />
      )}
    </Hint>
  );
}
