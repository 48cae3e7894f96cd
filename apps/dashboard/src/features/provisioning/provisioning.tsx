import { createProvisioningToken, updateProvisioning } from '@insignia/contract';
import { Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../messages/en/provisioning.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { signInAddress } from '../../shared/connection.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import { useApiForm } from '../../shared/form.ts';
import { FormFooter } from '../../shared/form-footer.tsx';
import { formatDay } from '../../shared/format.ts';
import { Notice } from '../../shared/notice.tsx';
import { NewSecretDialog, OneTimeSecret } from '../../shared/one-time-secret.tsx';
import { QueryContent } from '../../shared/query-content.tsx';
import { RelativeTime } from '../../shared/relative-time.tsx';
import { parseRows, serializeRows } from '../../shared/rows.ts';
import { RowsField } from '../../shared/rows-field.tsx';
import { Screen } from '../../shared/screen.tsx';
import { Table } from '../../shared/table.tsx';
import { showToast } from '../../shared/toast.tsx';
import { ConnectionTest } from './connection-test.tsx';
import classes from './provisioning.module.css';
import { type State, stateQuery, tokensQuery } from './queries.ts';

type Role = State['groups'][number]['role'];

const roleOptions = (['viewer', 'editor', 'admin'] as const).map((value) => ({
  value,
  label: t(`role.${value}`),
}));

/** A short wizard: token, what to paste where, roles, and whether it works. */
export function Provisioning() {
  const query = useQuery(stateQuery(useAccount()));
  return (
    <Screen title={t('nav.provisioning')} lead={t('provisioning.lead')}>
      <QueryContent query={query}>
        {(state) =>
          state.enabled ? (
            <div className="stack">
              <Tokens />
              <Directory url={state.url} />
              <ConnectionTest />
              <GroupRoles state={state} />
              <Requests requests={state.requests} />
            </div>
          ) : (
            <Notice tone="warn">{t('provisioning.closed')}</Notice>
          )
        }
      </QueryContent>
    </Screen>
  );
}

function Tokens() {
  const here = useAccount();
  const query = useQuery(tokensQuery(here));
  const queries = useQueryClient();
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<{ tokenId: string; prefix: string }>();
  const revoke = async ({ tokenId, prefix }: { tokenId: string; prefix: string }) => {
    await here.api.provisioning.revokeToken({ tokenId });
    await queries.invalidateQueries(tokensQuery(here));
    showToast(t('provisioning.revoked', { prefix }));
  };
  return (
    <section aria-label={t('provisioning.step.token')} className="sheet stack">
      <header className={classes.head}>
        <div>
          <h2>{t('provisioning.step.token')}</h2>
          <p className="fine">{t('provisioning.step.token.words')}</p>
        </div>
        {here.may('createProvisioningToken') && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setCreating(true)}
          >
            {t('provisioning.new')}
          </Button>
        )}
      </header>
      <QueryContent query={query} lines={1}>
        {(tokens) =>
          tokens.length === 0 ? (
            <p>{t('provisioning.none')}</p>
          ) : (
            <Table
              label={t('provisioning.tokens')}
              rows={tokens}
              getKey={({ tokenId }) => tokenId}
              columns={[
                {
                  title: t('provisioning.token'),
                  show: ({ prefix }) => <code>insignia_scim_{prefix}…</code>,
                },
                {
                  title: t('provisioning.role'),
                  isBelow: true,
                  show: ({ role }) => t(`role.${role}`),
                },
                {
                  title: t('provisioning.created'),
                  isMinor: true,
                  show: ({ createdAt, createdBy }) => (
                    <>
                      {createdBy && <bdi>{createdBy}</bdi>}{' '}
                      <span className="fine">{formatDay(createdAt)}</span>
                    </>
                  ),
                },
                {
                  title: t('provisioning.used'),
                  isBelow: true,
                  show: ({ lastUsedAt }) =>
                    lastUsedAt === null ? (
                      <span className="fine">{t('provisioning.used.never')}</span>
                    ) : (
                      <RelativeTime at={lastUsedAt} />
                    ),
                },
                {
                  title: t('actions'),
                  isNumber: true,
                  show: (token) => (
                    <Button
                      variant="default"
                      size="compact-sm"
                      data-tone="bad"
                      aria-label={t('provisioning.revoke.of', { prefix: token.prefix })}
                      onClick={() => setRevoking(token)}
                    >
                      {t('provisioning.revoke')}
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </QueryContent>
      {isCreating && <NewToken close={() => setCreating(false)} />}
      <ConfirmDialog
        opened={revoking !== undefined}
        close={() => setRevoking(undefined)}
        title={t('provisioning.revoke.title', { prefix: revoking?.prefix ?? '' })}
        action={t('provisioning.revoke.action')}
        act={async () => revoking && revoke(revoking)}
      >
        <p>{t('provisioning.revoke.words')}</p>
      </ConfirmDialog>
    </section>
  );
}

function NewToken({ close }: { close: () => void }) {
  const here = useAccount();
  const queries = useQueryClient();
  return (
    <NewSecretDialog
      title={t('provisioning.new')}
      secretTitle={t('provisioning.secret.title')}
      action={t('provisioning.create')}
      close={close}
      options={{
        initial: { role: 'editor' as Role },
        check: (fields) => findBodyErrors(createProvisioningToken.body, fields),
        send: (fields) => here.api.provisioning.createToken(fields),
        done: () => void queries.invalidateQueries(tokensQuery(here)),
      }}
      fields={({ getInputProps }) => (
        <>
          <Select
            {...getInputProps('role')}
            label={t('provisioning.role')}
            description={t('provisioning.role.hint')}
            data={roleOptions}
            allowDeselect={false}
            data-autofocus
          />
          <p className="fine">
            {t('provisioning.fresh')} <a href={signInAddress()}>{t('provisioning.fresh.action')}</a>
          </p>
        </>
      )}
      showSecret={({ token }, leave) => (
        <OneTimeSecret
          description={t('provisioning.secret.words')}
          secret={token}
          testId="new-token"
          close={leave}
        />
      )}
    />
  );
}

/** Field names as in the console of each directory, with what to paste. */
function Directory({ url }: { url: string }) {
  const { accountId } = useAccount();
  const [directory, setDirectory] = useState<'entra' | 'okta'>('entra');
  const urlLabel = t(`provisioning.${directory}.url`);
  return (
    <section aria-label={t('provisioning.step.paste')} className="sheet stack">
      <div>
        <h2>{t('provisioning.step.paste')}</h2>
        <p className="fine">
          {t('provisioning.domain')}{' '}
          <Link to="/$accountId/single-sign-on" params={{ accountId }}>
            {t('provisioning.domain.action')}
          </Link>
        </p>
      </div>
      <SegmentedControl
        aria-label={t('provisioning.directory')}
        value={directory}
        onChange={(value) => setDirectory(value as 'entra' | 'okta')}
        data={[
          { value: 'entra', label: t('provisioning.entra') },
          { value: 'okta', label: t('provisioning.okta') },
        ]}
      />
      <p>{t(`provisioning.${directory}.where`)}</p>
      <dl className={classes.fields}>
        <dt>{urlLabel}</dt>
        <dd>
          <code>{url}</code>
          <CopyButton
            text={url}
            label={t('provisioning.copy', { what: urlLabel })}
            size="compact-sm"
          />
        </dd>
        <dt>{t(`provisioning.${directory}.token`)}</dt>
        <dd>{t('provisioning.paste.token')}</dd>
        <dt>{t(`provisioning.${directory}.name`)}</dt>
        <dd>{t(`provisioning.${directory}.name.value`)}</dd>
      </dl>
    </section>
  );
}

type GroupRow = { group: string; role: Role };
type Fields = { defaultRole: string; groups: string };

const toFields = ({ defaultRole, groups }: Pick<State, 'defaultRole' | 'groups'>): Fields => ({
  defaultRole,
  groups: serializeRows(groups),
});
const toBody = ({ defaultRole, groups }: Fields) => ({
  defaultRole: defaultRole as State['defaultRole'],
  groups: parseRows<GroupRow>(groups),
});

function GroupRoles({ state }: { state: State }) {
  const here = useAccount();
  const queries = useQueryClient();
  const form = useApiForm({
    initial: toFields(state),
    isEditing: true,
    check: (fields: Fields) => findBodyErrors(updateProvisioning.body, toBody(fields)),
    send: (fields: Fields) => here.api.provisioning.update(toBody(fields)),
    done: () => {
      void queries.invalidateQueries(stateQuery(here));
      showToast(t('provisioning.saved'));
    },
  });
  const known = state.directoryGroups.map(({ name, members: count }) =>
    t('provisioning.groups.known.one', { name, count }),
  );
  return (
    <section aria-label={t('provisioning.step.groups')}>
      <form {...form.formProps} className="sheet stack">
        <h2>{t('provisioning.step.groups')}</h2>
        <p className="fine">{t('provisioning.step.groups.words')}</p>
        <Select
          {...form.getInputProps('defaultRole')}
          label={t('provisioning.default')}
          data={roleOptions.filter(({ value }) => value !== 'admin')}
          allowDeselect={false}
        />
        <RowsField<GroupRow>
          legend={t('provisioning.groups')}
          hint={t('provisioning.groups.hint')}
          name={(n) => t('provisioning.groups.row', { n })}
          add={t('provisioning.groups.add')}
          remove={(n) => t('provisioning.groups.remove', { n })}
          limit={100}
          columns={2}
          error={form.errors.groups}
          value={form.values.groups}
          onChange={(value) => form.setFieldValue('groups', value)}
          empty={{ group: '', role: 'editor' }}
        >
          {(row, change, _at, named) => (
            <>
              <TextInput
                {...named(t('provisioning.group'))}
                value={row.group}
                onChange={({ currentTarget }) => change({ group: currentTarget.value })}
              />
              <Select
                {...named(t('provisioning.group.role'))}
                data={roleOptions}
                value={row.role}
                allowDeselect={false}
                onChange={(role) => role && change({ role: role as Role })}
              />
            </>
          )}
        </RowsField>
        {known.length > 0 && (
          <p className="fine">{t('provisioning.groups.known', { groups: known.join(', ') })}</p>
        )}
        <FormFooter
          form={form}
          action={here.may('updateProvisioning') && t('provisioning.save')}
          isSame={!form.isDirty}
        />
      </form>
    </section>
  );
}

function Requests({ requests }: { requests: State['requests'] }) {
  return (
    <section aria-label={t('provisioning.requests')} className="sheet stack">
      <h2>{t('provisioning.requests')}</h2>
      {requests.length === 0 ? (
        <p>{t('provisioning.requests.none')}</p>
      ) : (
        <Table
          label={t('provisioning.requests')}
          rows={requests.map((request, at) => ({ ...request, key: `${request.at} ${at}` }))}
          getKey={({ key }) => key}
          columns={[
            {
              title: t('provisioning.request'),
              show: ({ method, resource }) => (
                <code>
                  {method} {resource}
                </code>
              ),
            },
            {
              title: t('provisioning.result'),
              isBelow: true,
              show: ({ status, error }) => (
                <>
                  <span className="state" data-tone={status < 400 ? 'good' : 'bad'}>
                    {status}
                  </span>{' '}
                  {error}
                </>
              ),
            },
            {
              title: t('provisioning.when'),
              isMinor: true,
              show: ({ at }) => <RelativeTime at={at} />,
            },
          ]}
        />
      )}
    </section>
  );
}
