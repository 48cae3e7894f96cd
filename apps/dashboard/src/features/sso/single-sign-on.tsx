import { addSsoDomain } from '@insignia/contract';
import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../messages/en/sso.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { CopyButton } from '../../shared/copy-button.tsx';
import { useApiForm } from '../../shared/form.ts';
import { formatDay } from '../../shared/format.ts';
import classes from '../../shared/line.module.css';
import lineClasses from '../../shared/line.module.css';
import { MoreMenu } from '../../shared/more-menu.tsx';
import { Notice } from '../../shared/notice.tsx';
import { EmptyState, QueryContent } from '../../shared/query-content.tsx';
import { Screen } from '../../shared/screen.tsx';
import { showToast } from '../../shared/toast.tsx';
import { useAction } from '../../shared/use-action.ts';
import { ConnectionForm } from './connection-form.tsx';
import { ConnectionSteps } from './connection-steps.tsx';
import { FreshProblem } from './fresh-problem.tsx';
import { type Connection, connectionsQuery, type Domain, domainsQuery, ssoKey } from './queries.ts';
import domainClasses from './sso.module.css';

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

/** The account's domains, with the records that prove them. */
function Domains() {
  const query = useQuery(domainsQuery(useAccount()));
  return (
    <section className="sheet stack" aria-label={t('sso.domains')}>
      <div>
        <h2>{t('sso.domains')}</h2>
        <p className="fine">{t('sso.domains.words')}</p>
      </div>
      <QueryContent query={query} lines={2}>
        {(domains) =>
          domains.length > 0 && (
            <ul className={domainClasses.list}>
              {domains.map((domain) => (
                <DomainItem key={domain.domain} item={domain} />
              ))}
            </ul>
          )
        }
      </QueryContent>
      <AddDomain />
    </section>
  );
}

function AddDomain() {
  const { accountId, api } = useAccount();
  const queries = useQueryClient();
  const form = useApiForm({
    initial: { domain: '' },
    check: (fields) => findBodyErrors(addSsoDomain.body, fields),
    send: (fields) => api.sso.addDomain(fields),
    done: async ({ domain }) => {
      form.restart({ domain: '' });
      await queries.invalidateQueries(ssoKey(accountId));
      showToast(t('sso.domain.added', { domain }));
    },
  });
  return (
    <form {...form.formProps} className={domainClasses.add}>
      <TextInput
        {...form.getInputProps('domain')}
        label={t('sso.domain.name')}
        description={t('sso.domain.hint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <FreshProblem problem={form.problem} />
      <div>
        <Button type="submit" variant="default" loading={form.isBusy}>
          {t('sso.domain.add')}
        </Button>
      </div>
    </form>
  );
}

const tones = { verified: 'good', missing: 'warn', unverified: undefined } as const;

function DomainItem({ item }: { item: Domain }) {
  const { domain, record, verified, missingSince } = item;
  const { accountId, api } = useAccount();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const state = !verified ? 'unverified' : missingSince ? 'missing' : 'verified';
  const verify = useAction(async () => {
    await api.sso.verifyDomain({ domain });
    await queries.invalidateQueries(ssoKey(accountId));
    showToast(t('sso.domain.verify.done', { domain }));
  });
  const remove = async () => {
    await api.sso.deleteDomain({ domain });
    await queries.invalidateQueries(ssoKey(accountId));
    showToast(t('sso.domain.deleted', { domain }));
  };
  return (
    <li>
      <div className={lineClasses.line}>
        <strong>{domain}</strong>
        <span className="state" data-tone={tones[state]}>
          {t(`sso.domain.${state}`)}
        </span>
        <span className={lineClasses.end}>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('sso.domain.delete.of', { domain })}
            onClick={() => setAsking(true)}
          >
            {t('delete')}
          </Button>
        </span>
      </div>
      {state !== 'verified' && (
        <>
          <p className="fine">{t('sso.domain.record')}</p>
          <dl className={domainClasses.record}>
            <dt>{t('sso.domain.record.name')}</dt>
            <dd>
              <code>{record.name}</code>
            </dd>
            <dt>{t('sso.domain.record.value')}</dt>
            <dd>
              <code>{record.value}</code>
            </dd>
          </dl>
          <div className="actions">
            <CopyButton
              text={record.value}
              label={t('sso.domain.record.copy')}
              aria-label={t('sso.domain.record.copy.of', { domain })}
              size="compact-sm"
            />
            <Button
              size="compact-sm"
              loading={verify.isBusy}
              aria-label={t('sso.domain.verify.of', { domain })}
              onClick={() => void verify.act()}
            >
              {t('sso.domain.verify')}
            </Button>
          </div>
          <FreshProblem problem={verify.problem} />
        </>
      )}
      <ConfirmDialog
        opened={isAsking}
        close={() => setAsking(false)}
        title={t('sso.domain.delete.title', { domain })}
        action={t('sso.domain.delete.action')}
        act={remove}
      >
        <p>{t('sso.domain.delete.words')}</p>
      </ConfirmDialog>
    </li>
  );
}
