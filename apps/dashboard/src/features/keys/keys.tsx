import { createKey, operations, pagePaths } from '@insignia/contract';
import { Button, Select, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { t } from '../../messages/en/keys.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { CopyButton } from '../../shared/copy-button.tsx';
import { CurlExample, useHasKey } from '../../shared/curl-example.tsx';
import { formatDay, today } from '../../shared/format.ts';
import { Hint } from '../../shared/notice.tsx';
import { NewSecretDialog, OneTimeSecret } from '../../shared/one-time-secret.tsx';
import { badgesQuery, keysQuery } from '../../shared/queries.ts';
import { EmptyState, QueryContent } from '../../shared/query-content.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { RelativeTime } from '../../shared/relative-time.tsx';
import { Screen } from '../../shared/screen.tsx';
import { Table } from '../../shared/table.tsx';
import { showToast } from '../../shared/toast.tsx';
import classes from './keys.module.css';

type ApiKey = { keyId: string; name: string };

export function Keys() {
  const here = useAccount();
  const query = useQuery(keysQuery(here));
  const queries = useQueryClient();
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey>();
  const createButton = here.may('createKey') && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('keys.new')}
    </Button>
  );
  const revoke = async ({ keyId, name }: ApiKey) => {
    await here.api.keys.revoke({ keyId });
    await queries.invalidateQueries(keysQuery(here));
    showToast(t('keys.revoked', { name }));
  };
  return (
    <Screen
      title={t('nav.keys')}
      lead={t('keys.lead')}
      actions={query.data?.length ? createButton : null}
    >
      <QueryContent query={query}>
        {(keys) =>
          keys.length === 0 ? (
            <EmptyState title={t('keys.none.title')} action={createButton}>
              {t('keys.none.words')}
            </EmptyState>
          ) : (
            <>
              <Table
                label={t('nav.keys')}
                rows={keys}
                getKey={({ keyId }) => keyId}
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
      {isCreating && <NewKey close={() => setCreating(false)} />}
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

const idleMs = 90 * 86_400_000;

/** Highlights keys that nobody uses, because they still grant access. */
function LastUsed({ lastUsedAt, createdAt }: { lastUsedAt: string | null; createdAt: string }) {
  const isIdle = Date.now() - Date.parse(lastUsedAt ?? createdAt) > idleMs;
  return (
    <div className={classes.used}>
      {lastUsedAt === null ? (
        <span className="fine">{t('keys.used.never')}</span>
      ) : (
        <RelativeTime at={lastUsedAt} />
      )}
      {isIdle && (
        <span className="state" data-tone="warn">
          {t('keys.idle')}
        </span>
      )}
    </div>
  );
}

function KeyUsageExample() {
  const here = useAccount();
  const { data: badges, isPending } = useQuery(badgesQuery(here));
  const hasKey = useHasKey();
  if (isPending || !hasKey) return null;
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

type Scope = z.output<typeof createKey.body>['scope'];

const initial = { name: '', scope: 'write' as Scope };

function NewKey({ close }: { close: () => void }) {
  const here = useAccount();
  const queries = useQueryClient();
  return (
    <NewSecretDialog
      title={t('keys.new')}
      secretTitle={t('keys.secret.title')}
      action={t('keys.create')}
      close={close}
      options={{
        draft: `${here.accountId}.key`,
        initial,
        check: (fields) => findBodyErrors(createKey.body, fields),
        send: (fields) => here.api.keys.create(fields),
        done: () => void queries.invalidateQueries(keysQuery(here)),
      }}
      fields={({ getInputProps }) => (
        <>
          <TextInput
            {...getInputProps('name')}
            label={t('keys.name')}
            description={t('keys.name.hint')}
            data-autofocus
            required
          />
          <Select
            {...getInputProps('scope')}
            label={t('keys.scope')}
            data={[
              { value: 'write', label: t('keys.scope.write') },
              { value: 'read', label: t('keys.scope.read') },
            ]}
            allowDeselect={false}
          />
        </>
      )}
      showSecret={({ key }, leave) => <NewKeySecret value={key} close={leave} />}
    />
  );
}

function NewKeySecret({ value, close }: { value: string; close: () => void }) {
  const curl = `curl '${location.origin}${operations.listIssuers.path}' -H 'X-Api-Key: ${value}'`;
  return (
    <OneTimeSecret
      description={t('keys.secret.words')}
      secret={value}
      testId="new-key"
      close={close}
    >
      <div>
        <p className="fine">{t('keys.secret.try')}</p>
        <pre>{curl}</pre>
        <CopyButton text={curl} label={t('keys.secret.copyCurl')} size="compact-sm" />
      </div>
    </OneTimeSecret>
  );
}
