import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../../shared/account.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { EmptyState } from '../../shared/empty-state.tsx';
import { formatDay } from '../../shared/format.ts';
import { QueryContent } from '../../shared/query-content.tsx';
import { Screen } from '../../shared/screen.tsx';
import { Table } from '../../shared/table.tsx';
import { showToast } from '../../shared/toast.tsx';
import { KeyUsageExample } from './key-usage-example.tsx';
import classes from './keys.module.css';
import { LastUsed } from './last-used.tsx';
import { NewKey } from './new-key.tsx';
import { keysQuery } from './queries.ts';
import { t } from './t.ts';

type ApiKey = { keyId: string; name: string };

export function Keys() {
  const here = useAccount();
  const query = useQuery(keysQuery(here));
  const queries = useQueryClient();
  const [isMaking, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey>();
  const make = here.may('createKey') && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
      {t('keys.new')}
    </Button>
  );
  const revoke = async ({ keyId, name }: ApiKey) => {
    await here.api.keys.revoke({ keyId });
    await queries.invalidateQueries(keysQuery(here));
    showToast(t('keys.revoked', { name }));
  };
  return (
    <Screen title={t('nav.keys')} lead={t('keys.lead')} actions={query.data?.length ? make : null}>
      <QueryContent query={query}>
        {(keys) =>
          keys.length === 0 ? (
            <EmptyState title={t('keys.none.title')} action={make}>
              {t('keys.none.words')}
            </EmptyState>
          ) : (
            <>
              <Table
                label={t('nav.keys')}
                rows={keys}
                keyOf={({ keyId }) => keyId}
                columns={[
                  {
                    title: t('keys.name'),
                    show: ({ name, prefix, maker, createdAt }) => (
                      <div className={classes.name}>
                        <strong>{name}</strong>
                        <code className="fine">insignia_{prefix}…</code>
                        <span className="fine" data-instead>
                          {t('keys.created.by', { name: maker.name, day: formatDay(createdAt) })}
                        </span>
                      </div>
                    ),
                  },
                  {
                    title: t('keys.scope'),
                    isMinor: true,
                    show: ({ scope }) => t(`keys.scope.${scope}`),
                  },
                  {
                    title: t('keys.created'),
                    isMinor: true,
                    show: ({ createdAt, maker }) => (
                      <div className={classes.made}>
                        <bdi title={maker.email}>{maker.name}</bdi>
                        <span className="fine">{formatDay(createdAt)}</span>
                      </div>
                    ),
                  },
                  {
                    title: t('keys.used'),
                    isBelow: true,
                    show: (key) => <LastUsed {...key} />,
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
              <KeyUsageExample />
            </>
          )
        }
      </QueryContent>
      {isMaking && <NewKey close={() => setMaking(false)} />}
      <ConfirmDialog
        opened={revoking !== undefined}
        close={() => setRevoking(undefined)}
        title={t('keys.revoke.title', { name: revoking?.name ?? '' })}
        action={t('keys.revoke.action')}
        act={async () => revoking && revoke(revoking)}
      >
        <p>{t('keys.revoke.words')}</p>
      </ConfirmDialog>
    </Screen>
  );
}
