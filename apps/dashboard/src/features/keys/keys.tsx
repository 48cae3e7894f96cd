import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useHere } from '../../shared/account.ts';
import { AsCurl } from '../../shared/as-curl.tsx';
import { Confirm } from '../../shared/confirm.tsx';
import { ago, day } from '../../shared/format.ts';
import { Loaded } from '../../shared/loaded.tsx';
import { Nothing } from '../../shared/nothing.tsx';
import { Screen } from '../../shared/screen.tsx';
import { Table } from '../../shared/table.tsx';
import { tell } from '../../shared/toast.tsx';
import { NewKey } from './new-key.tsx';
import { keysQuery } from './queries.ts';
import { t } from './t.ts';

type Key = { keyId: string; name: string };

export function Keys() {
  const here = useHere();
  const query = useQuery(keysQuery(here));
  const queries = useQueryClient();
  const [isMaking, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<Key>();
  const make = here.may('createKey') && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
      {t('keys.new')}
    </Button>
  );
  const revoke = async ({ keyId, name }: Key) => {
    await here.api.keys.revoke({ keyId });
    await queries.invalidateQueries(keysQuery(here));
    tell(t('keys.revoked', { name }));
  };
  return (
    <Screen title={t('nav.keys')} lead={t('keys.lead')} actions={make}>
      <Loaded query={query}>
        {(keys) =>
          keys.length === 0 ? (
            <Nothing title={t('keys.none.title')}>{t('keys.none.words')}</Nothing>
          ) : (
            <Table
              label={t('nav.keys')}
              rows={keys}
              keyOf={({ keyId }) => keyId}
              columns={[
                { title: t('keys.name'), show: ({ name }) => <strong>{name}</strong> },
                {
                  title: t('keys.prefix'),
                  isMinor: true,
                  show: ({ prefix }) => <code>insignia_{prefix}…</code>,
                },
                {
                  title: t('keys.scope'),
                  isMinor: true,
                  show: ({ scope }) => t(`keys.scope.${scope}`),
                },
                { title: t('keys.made'), isMinor: true, show: ({ createdAt }) => day(createdAt) },
                {
                  title: t('keys.used'),
                  show: ({ lastUsedAt }) => (lastUsedAt ? ago(lastUsedAt) : t('keys.used.never')),
                },
                {
                  title: t('actions'),
                  isNumber: true,
                  show: (key) => (
                    <Button
                      variant="default"
                      size="compact-sm"
                      data-tone="bad"
                      aria-label={t('keys.revoke.of', { name: key.name })}
                      onClick={() => setRevoking(key)}
                    >
                      {t('keys.revoke')}
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      <AsCurl operation="listIssuers" />
      {isMaking && <NewKey close={() => setMaking(false)} />}
      <Confirm
        opened={revoking !== undefined}
        close={() => setRevoking(undefined)}
        title={t('keys.revoke.title', { name: revoking?.name ?? '' })}
        action={t('keys.revoke')}
        act={async () => revoking && revoke(revoking)}
      >
        <p>{t('keys.revoke.words')}</p>
      </Confirm>
    </Screen>
  );
}
