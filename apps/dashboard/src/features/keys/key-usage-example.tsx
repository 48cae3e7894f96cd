import { pagePaths } from '@insignia/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAccount } from '../../shared/account.ts';
import { CurlExample } from '../../shared/curl-example.tsx';
import { today } from '../../shared/format.ts';
import { Hint } from '../../shared/hint.tsx';
import { badgesQuery } from '../../shared/queries.ts';
import { idFromUrl } from '../../shared/random-id.ts';
import { t } from './t.ts';

/** An example call with the key and an existing badge. */
export function KeyUsageExample() {
  const here = useAccount();
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
        <CurlExample
          operation="createAward"
          args={{
            badgeId: idFromUrl(badge.id),
            recipient: { name: 'Ada Lovelace', email: 'ada@example.org' },
            issuedOn: today(),
          }}
          isOpen
        />
      ) : (
        <CurlExample operation="listIssuers" isOpen />
      )}
    </Hint>
  );
}
