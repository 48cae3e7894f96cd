import {
  createSsoConnection,
  type SsoConnectionChange,
  type SsoConnectionInput,
  type SsoProtocolName,
  type SsoRole,
  ssoProtocols,
  ssoRoles,
  updateSsoConnection,
} from '@insignia/contract';
import { Select, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../messages/en/sso.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { useApiForm } from '../../shared/form.ts';
import { FormFooter } from '../../shared/form-footer.tsx';
import { LeaveGuard } from '../../shared/leave-guard.tsx';
import { showToast } from '../../shared/toast.tsx';
import { FreshProblem } from './fresh-problem.tsx';
import { ProviderHelp } from './provider-help.tsx';
import { type Connection, isStale, ssoKey } from './queries.ts';

const none = 'none';
const byRank = [...ssoRoles].reverse();
const showScopes = (scopes = ['openid', 'email', 'profile']): string => scopes.join(' ');
const splitLines = (text: string) => text.split('\n').flatMap((line) => line.trim() || []);

const toValues = (connection: Connection | undefined) => {
  const { oidc, saml, roles } = connection ?? {};
  const list = (role: SsoRole) =>
    Object.entries(roles?.map ?? {})
      .flatMap(([value, its]) => (its === role ? [value] : []))
      .join('\n');
  return {
    name: connection?.name ?? '',
    protocol: connection?.protocol ?? ('oidc' as SsoProtocolName),
    metadataUrl: saml?.metadataUrl ?? '',
    metadataXml: saml?.metadataXml ?? '',
    issuer: oidc?.issuer ?? '',
    clientId: oidc?.clientId ?? '',
    clientSecret: '',
    secretExpiresAt: oidc?.secretExpiresAt ?? '',
    scopes: showScopes(oidc?.scopes),
    provisioning: connection?.provisioning ?? 'invited',
    fallback: connection ? (roles?.default ?? none) : 'viewer',
    claim: roles?.claim ?? '',
    ...{ admin: list('admin'), editor: list('editor'), viewer: list('viewer') },
  };
};
type Values = ReturnType<typeof toValues>;

/** Metadata that didn't change isn't sent: the service would fetch it again. */
function toProvider(
  values: Values,
  connection: Connection | undefined,
): Pick<SsoConnectionChange, 'oidc' | 'saml'> {
  const { issuer, clientId, clientSecret, secretExpiresAt } = values;
  const scopes = values.scopes.split(/[\s,]+/).filter((name) => name !== '');
  const { metadataUrl, metadataXml } = values;
  if (values.protocol === 'oidc')
    return {
      oidc: {
        ...{ issuer, clientId, scopes, secretExpiresAt: secretExpiresAt || null },
        ...((clientSecret || !connection) && { clientSecret }),
      },
    };
  const before = toValues(connection);
  if (connection && before.metadataUrl === metadataUrl && before.metadataXml === metadataXml)
    return {};
  return {
    saml: { ...(metadataUrl && { metadataUrl }), ...(metadataXml.trim() && { metadataXml }) },
  };
}

function toBody(values: Values) {
  const { name, provisioning } = values;
  const map = Object.fromEntries(
    // The highest role comes last, and wins.
    ssoRoles.flatMap((role) => splitLines(values[role]).map((value) => [value, role])),
  );
  return {
    name,
    provisioning,
    roles: {
      ...{ claim: values.claim || null, map },
      default: values.fallback === none ? null : (values.fallback as SsoRole),
    },
  };
}

/** Creates a connection, or changes one. */
export function ConnectionForm({
  connection,
  close,
}: {
  connection?: Connection;
  close: () => void;
}) {
  const { accountId, api } = useAccount();
  const queries = useQueryClient();
  const id = connection?.connectionId;
  // Without a draft: the secret isn't stored in the browser.
  const form = useApiForm({
    initial: toValues(connection),
    check: (values) => {
      const body = { ...toBody(values), ...toProvider(values, connection) };
      return id
        ? findBodyErrors(updateSsoConnection.body, body)
        : findBodyErrors(createSsoConnection.body, { ...body, protocol: values.protocol });
    },
    send: async (values) => {
      const body = { ...toBody(values), ...toProvider(values, connection) };
      if (id) return api.sso.updateConnection({ connectionId: id, ...body });
      // A new connection sends all fields of its protocol.
      return api.sso.createConnection({ ...body, protocol: values.protocol } as SsoConnectionInput);
    },
    done: async (_, { name }) => {
      await queries.invalidateQueries(ssoKey(accountId));
      showToast(t(id ? 'sso.saved' : 'sso.created', { name }));
      close();
    },
    fieldOf: {
      ...{ 'oidc.issuer': 'issuer', 'oidc.clientId': 'clientId' },
      ...{ 'oidc.clientSecret': 'clientSecret', 'oidc.secretExpiresAt': 'secretExpiresAt' },
      'oidc.scopes': 'scopes',
      ...{ 'saml.metadataUrl': 'metadataUrl', 'saml.metadataXml': 'metadataXml' },
      ...{ saml: 'metadataUrl', 'roles.claim': 'claim' },
    },
  });
  const { getInputProps, values } = form;
  return (
    <form {...form.formProps} className="sheet stack">
      <h2>{t(id ? 'sso.edit' : 'sso.new')}</h2>
      <TextInput
        {...getInputProps('name')}
        label={t('sso.name')}
        description={t('sso.name.hint')}
        autoComplete="off"
        required
      />
      {!id && (
        <Select
          {...getInputProps('protocol')}
          label={t('sso.protocol')}
          description={t('sso.protocol.hint')}
          data={ssoProtocols.map((value) => ({ value, label: t(`sso.protocol.${value}`) }))}
          allowDeselect={false}
        />
      )}
      <ProviderHelp
        key={values.protocol}
        protocol={values.protocol}
        step="find"
        connection={connection}
      />
      {values.protocol === 'oidc' ? (
        <OidcFields getInputProps={getInputProps} isNew={!id} />
      ) : (
        <SamlFields getInputProps={getInputProps} />
      )}
      <Select
        {...getInputProps('provisioning')}
        label={t('sso.provisioning')}
        data={(['invited', 'onSignIn'] as const).map((value) => ({
          value,
          label: t(`sso.provisioning.${value}`),
        }))}
        allowDeselect={false}
      />
      <Select
        {...getInputProps('fallback')}
        label={t('sso.default')}
        data={[
          ...ssoRoles.map((value) => ({ value, label: t(`sso.role.${value}`) })),
          { value: none, label: t('sso.default.none') },
        ]}
        allowDeselect={false}
      />
      <TextInput
        {...getInputProps('claim')}
        label={t('sso.claim')}
        description={t('sso.claim.hint')}
        autoComplete="off"
      />
      {values.claim.trim() !== '' &&
        byRank.map((role) => (
          <Textarea
            key={role}
            {...getInputProps(role)}
            label={t('sso.groups', { role })}
            description={t('sso.groups.hint')}
            autosize
          />
        ))}
      {isStale(form.problem) && <FreshProblem problem={form.problem} />}
      <FormFooter
        form={isStale(form.problem) ? { ...form, problem: undefined } : form}
        action={t(id ? 'save' : 'sso.create')}
        cancel={close}
      />
      <LeaveGuard isDirty={form.isDirty} drop={form.discard} />
    </form>
  );
}

type FieldProps = { getInputProps: (name: keyof Values) => object };

function OidcFields({ getInputProps, isNew }: FieldProps & { isNew: boolean }) {
  return (
    <>
      <TextInput
        {...getInputProps('issuer')}
        label={t('sso.issuer')}
        description={t('sso.issuer.hint')}
        inputMode="url"
        autoComplete="off"
        required
      />
      <TextInput
        {...getInputProps('clientId')}
        label={t('sso.clientId')}
        description={t('sso.clientId.hint')}
        autoComplete="off"
        required
      />
      <TextInput
        {...getInputProps('clientSecret')}
        type="password"
        label={t('sso.clientSecret')}
        description={t(isNew ? 'sso.clientSecret.hint' : 'sso.clientSecret.keep')}
        autoComplete="off"
        required={isNew}
      />
      <TextInput
        {...getInputProps('secretExpiresAt')}
        type="date"
        label={t('sso.secretExpiresAt')}
        description={t('sso.secretExpiresAt.hint')}
      />
      <TextInput
        {...getInputProps('scopes')}
        label={t('sso.scopes')}
        description={t('sso.scopes.hint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </>
  );
}

function SamlFields({ getInputProps }: FieldProps) {
  return (
    <>
      <TextInput
        {...getInputProps('metadataUrl')}
        label={t('sso.metadataUrl')}
        description={t('sso.metadataUrl.hint')}
        inputMode="url"
        autoComplete="off"
      />
      <Textarea
        {...getInputProps('metadataXml')}
        label={t('sso.metadataXml')}
        description={t('sso.metadataXml.hint')}
        autosize
        minRows={3}
        maxRows={12}
        spellCheck={false}
      />
    </>
  );
}
