import { correctIssuerName, createIssuer, updateIssuer } from '@insignia/contract';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { t } from '../../messages/en/issuers.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { EditForm } from '../../shared/edit-form.tsx';
import { emailField, type FieldGroupForm, useApiForm } from '../../shared/form.ts';
import { FormFooter } from '../../shared/form-footer.tsx';
import { LeaveGuard } from '../../shared/leave-guard.tsx';
import { PictureField } from '../../shared/picture-field.tsx';
import { issuersQuery } from '../../shared/queries.ts';
import { idFromUrl } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import { showToast } from '../../shared/toast.tsx';
import { type FullIssuer, issuerQuery } from './queries.ts';

const emptyIssuer = { name: '', url: '', email: '', logo: '', linkedinOrganizationId: '' };
type IssuerFields = typeof emptyIssuer;

type Props = { form: FieldGroupForm<IssuerFields> };

/** The request body. Empty fields are omitted. */
function toIssuerBody({ logo, linkedinOrganizationId, url, ...texts }: IssuerFields) {
  return {
    ...texts,
    url: addUrlScheme(url),
    ...(logo && { logo }),
    ...(linkedinOrganizationId && { linkedinOrganizationId }),
  };
}

/** People type addresses without a scheme. */
function addUrlScheme(url: string): string {
  const text = url.trim();
  return /^[^/:]+\.[^:]+$/.test(text) ? `https://${text}` : text;
}

/** Fields that are fixed once the issuer is verified. */
function IssuerIdentityFields({ form: { getInputProps } }: Props) {
  return (
    <>
      <TextInput
        {...getInputProps('name')}
        label={t('issuers.name')}
        description={t('issuers.name.hint')}
        autoComplete="organization"
        required
      />
      <TextInput
        {...getInputProps('url')}
        label={t('issuers.website')}
        type="url"
        inputMode="url"
        placeholder="https://"
        required
      />
      <TextInput
        {...getInputProps('email')}
        label={t('issuers.email')}
        description={t('issuers.email.hint')}
        {...emailField}
        autoComplete="email"
        required
      />
    </>
  );
}

function EditableIssuerFields({ form: { getInputProps } }: Props) {
  return (
    <>
      <PictureField {...getInputProps('logo')} label={t('issuers.logo')} />
      <TextInput
        {...getInputProps('linkedinOrganizationId')}
        label={t('issuers.linkedin')}
        description={t('issuers.linkedin.hint')}
        inputMode="numeric"
      />
    </>
  );
}

export function NewIssuer() {
  const { accountId, api } = useAccount();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useApiForm({
    draft: `${accountId}.issuer`,
    initial: emptyIssuer,
    check: (fields) => findBodyErrors(createIssuer.body, toIssuerBody(fields)),
    send: (fields, idempotencyKey) => api.issuers.create(toIssuerBody(fields), { idempotencyKey }),
    done: async ({ issuerId }) => {
      await queries.invalidateQueries({ queryKey: [accountId] });
      await navigate({
        to: '/$accountId/issuers/$issuerId',
        params: { accountId, issuerId: idFromUrl(issuerId) },
      });
    },
  });
  return (
    <Screen
      title={t('issuers.new')}
      above={
        <Link to="/$accountId/issuers" params={{ accountId }}>
          {t('nav.issuers')}
        </Link>
      }
      lead={t('issuers.new.lead')}
      narrow
    >
      <form {...form.formProps} className="sheet stack">
        <IssuerIdentityFields form={form} />
        <EditableIssuerFields form={form} />
        <FormFooter form={form} action={t('issuers.create')} />
      </form>
      <LeaveGuard isDirty={form.isDirty} drop={form.discard} />
    </Screen>
  );
}

/** Only changes are sent, because some fields of a verified issuer are fixed. */
function findChanges(before: IssuerFields, now: IssuerFields): Partial<IssuerFields> {
  const changed = Object.entries({ ...now, url: addUrlScheme(now.url) }).filter(
    ([name, value]) => value !== before[name as keyof IssuerFields],
  );
  return Object.fromEntries(changed);
}

function toFields(issuer: FullIssuer): IssuerFields {
  const { name, url, email, linkedinOrganizationId = '', logo = '' } = issuer;
  return { name, url, email, linkedinOrganizationId, logo };
}

export function EditIssuer({ issuer }: { issuer: FullIssuer }) {
  const here = useAccount();
  const queries = useQueryClient();
  const issuerId = idFromUrl(issuer.id);
  const current = toFields(issuer);
  const form = useApiForm({
    draft: `${issuerId}.edit`,
    initial: current,
    etag: issuer.etag,
    check: (fields) => findBodyErrors(updateIssuer.body, findChanges(current, fields)),
    send: (fields, _, ifMatch) =>
      here.api.issuers.update({ issuerId, ...findChanges(current, fields) }, { ifMatch }),
    done: async () => {
      await queries.invalidateQueries(issuersQuery(here));
      showToast(t('saved'));
    },
  });
  return (
    <EditForm
      form={form}
      query={issuerQuery(here, issuerId)}
      toFields={toFields}
      labels={{
        name: t('issuers.name'),
        url: t('issuers.website'),
        email: t('issuers.email'),
        logo: t('issuers.logo'),
        linkedinOrganizationId: t('issuers.linkedin'),
      }}
      pictures={['logo']}
      isAllowed={here.may('updateIssuer')}
    >
      {!issuer.verified && <IssuerIdentityFields form={form} />}
      <EditableIssuerFields form={form} />
    </EditForm>
  );
}

const toName = ({ name }: FullIssuer) => ({ name });

/** Corrects the name of a verified issuer, until its first credential. */
export function CorrectIssuerName({ issuer }: { issuer: FullIssuer }) {
  const here = useAccount();
  const queries = useQueryClient();
  const issuerId = idFromUrl(issuer.id);
  const form = useApiForm({
    draft: `${issuerId}.name`,
    initial: toName(issuer),
    etag: issuer.etag,
    check: (fields) => findBodyErrors(correctIssuerName.body, fields),
    fieldOfCode: { issuer_has_credentials: 'name' },
    send: ({ name }, _, ifMatch) => here.api.issuers.correctName({ issuerId, name }, { ifMatch }),
    done: async () => {
      await queries.invalidateQueries(issuersQuery(here));
      showToast(t('issuers.name.corrected'));
    },
  });
  return (
    <EditForm
      form={form}
      query={issuerQuery(here, issuerId)}
      toFields={toName}
      labels={{ name: t('issuers.name') }}
      pictures={[]}
      isAllowed
      action={t('issuers.name.correct')}
    >
      <TextInput
        {...form.getInputProps('name')}
        label={t('issuers.name')}
        description={t('issuers.name.correct.hint')}
        autoComplete="organization"
        required
      />
    </EditForm>
  );
}
