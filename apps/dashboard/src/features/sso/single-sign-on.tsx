import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../messages/en/sso.ts';
import { useAccount } from '../../shared/account.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { formatDay } from '../../shared/format.ts';
import classes from '../../shared/line.module.css';
import { MoreMenu } from '../../shared/more-menu.tsx';
import { Notice } from '../../shared/notice.tsx';
import { EmptyState, QueryContent } from '../../shared/query-content.tsx';
import { Screen } from '../../shared/screen.tsx';
import { showToast } from '../../shared/toast.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { ConnectionSteps } from './connection-steps.tsx';
import { Domains } from './domains.tsx';
import { type Connection, connectionsQuery, ssoKey } from './queries.ts';

/** Domains and identity providers of the account. */
export function SingleSignOn() {
  const here = useAccount();
  const query = useQuery(connectionsQuery(here));
  const [isCreating, setCreating] = useState(false);
  const add = here.may('createSsoConnection') && !isCreating && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('sso.new')}
    </Button>
  );
  return (
    <Screen
      narrow
      title={t('nav.sso')}
      lead={t('sso.lead')}
      actions={query.data?.length ? add : null}
    >
      <div className="stack">
        <Domains />
        {isCreating && <ConnectionForm close={() => setCreating(false)} />}
        <QueryContent query={query} lines={3}>
          {(connections) =>
            connections.length > 0
              ? connections.map((connection) => (
                  <ConnectionCard key={connection.connectionId} connection={connection} />
                ))
              : !isCreating && (
                  <EmptyState title={t('sso.none.title')} action={add}>
                    {t('sso.none.words')}
                  </EmptyState>
                )
          }
        </QueryContent>
      </div>
    </Screen>
  );
}

function findState({ disabled, domains, enforced }: Connection) {
  if (disabled) return { name: 'disabled', tone: 'bad' } as const;
  if (domains.length === 0) return { name: 'test', tone: undefined } as const;
  return { name: enforced ? 'enforced' : 'on', tone: 'good' } as const;
}

function ConnectionCard({ connection }: { connection: Connection }) {
  const { accountId, api } = useAccount();
  const { connectionId, name, warnings } = connection;
  const queries = useQueryClient();
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const close = () => setOpen(undefined);
  const state = findState(connection);
  const remove = async () => {
    await api.sso.deleteConnection({ connectionId });
    await queries.invalidateQueries(ssoKey(accountId));
    showToast(t('sso.deleted', { name }));
  };
  if (open === 'edit') return <ConnectionForm connection={connection} close={close} />;
  return (
    <section className="sheet stack" aria-label={name}>
      <header className={classes.line}>
        <h2>{name}</h2>
        <span className="state" data-tone={state.tone}>
          {t(`sso.state.${state.name}`)}
        </span>
        <span className={classes.end}>
          <Button variant="default" size="compact-sm" onClick={() => setOpen('edit')}>
            {t('sso.edit')}
          </Button>
          <MoreMenu items={[{ label: t('sso.delete'), act: () => setOpen('delete') }]} />
        </span>
      </header>
      {warnings.map(({ kind, subject, at }) => (
        <Notice key={`${kind} ${subject}`} tone="warn">
          {t(`sso.warning.${kind}`, { subject: subject ?? '', day: formatDay(Date.parse(at)) })}
        </Notice>
      ))}
      <ConnectionSteps connection={connection} />
      <ConfirmDialog
        opened={open === 'delete'}
        close={close}
        title={t('sso.delete.title', { name })}
        action={t('sso.delete')}
        typed={name}
        act={remove}
      >
        <p>{t('sso.delete.words')}</p>
      </ConfirmDialog>
    </section>
  );
}
