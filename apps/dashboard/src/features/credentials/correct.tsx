import {
  type AttributeDefinition,
  areErrorDetails,
  correctAward,
  readAttributes,
  recipientNameMin,
} from '@insignia/contract';
import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../messages/en/credentials.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { EditForm } from '../../shared/edit-form.tsx';
import { translateDetails } from '../../shared/field-errors.ts';
import { type ApiForm, emailField, useApiForm } from '../../shared/form.ts';
import { Notice } from '../../shared/notice.tsx';
import { badgesQuery } from '../../shared/queries.ts';
import { QueryContent } from '../../shared/query-content.tsx';
import { Screen } from '../../shared/screen.tsx';
import { showToast } from '../../shared/toast.tsx';
import { useIsUnreachable } from '../../shared/unreachable.ts';
import {
  buildCorrection,
  type CorrectionFields,
  formatCorrectionField,
  toCorrectionFields,
} from './build-details.ts';
import classes from './issue.module.css';
import { MoreCredentialDetails } from './more-details.tsx';
import { type Credential, credentialQuery } from './queries.ts';

const route = getRouteApi('/$accountId/credentials/$credentialId/correct');

export function CorrectScreen() {
  const here = useAccount();
  const { credentialId } = route.useParams();
  const query = useQuery(credentialQuery(here, credentialId));
  const badges = useQuery(badgesQuery(here));
  return (
    <Screen
      title={t('correct.title')}
      above={
        <Link
          to="/$accountId/credentials/$credentialId"
          params={{ accountId: here.accountId, credentialId }}
        >
          {query.data?.recipient.name ?? t('nav.credentials')}
        </Link>
      }
      narrow
    >
      <QueryContent query={query}>
        {(credential) =>
          credential.revoked ? (
            <Notice tone="warn">{t('correct.revoked')}</Notice>
          ) : (
            <QueryContent query={badges}>
              {(found) => (
                <Form
                  credentialId={credentialId}
                  credential={credential}
                  attributes={found.find(({ id }) => id === credential.badge.id)?.attributes ?? []}
                />
              )}
            </QueryContent>
          )
        }
      </QueryContent>
    </Screen>
  );
}

type FormProps = {
  credentialId: string;
  credential: Credential;
  /** Custom fields of the badge. */
  attributes: readonly AttributeDefinition[];
};

const schema = correctAward.body({ recipientNameMin });

function Form({ credentialId, credential, attributes }: FormProps) {
  const here = useAccount();
  const { accountId, api } = here;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const shown = addStoredAttributes(attributes, credential);
  const check = (fields: CorrectionFields) => {
    const body = buildCorrection(fields, credential, shown);
    const read = readAttributes(body.attributes ?? {}, [...shown]);
    return [
      ...findBodyErrors(schema, body),
      ...(areErrorDetails(read) ? translateDetails(read) : []),
    ];
  };
  const form = useApiForm<CorrectionFields, Awaited<ReturnType<typeof api.credentials.correct>>>({
    draft: `${credentialId}.correct`,
    initial: toCorrectionFields(credential),
    etag: credential.etag,
    fieldOf: { 'recipient.name': 'name', 'recipient.email': 'email' },
    check,
    send: (fields, idempotencyKey, ifMatch) => {
      const body = buildCorrection(fields, credential, shown);
      return api.credentials.correct(
        { awardId: credentialId, ...body },
        { idempotencyKey, ifMatch },
      );
    },
    done: async ({ email }, { name, email: address }, isUnsaved) => {
      showToast(t(`corrected.${email}`, { name, email: address }));
      for (const kind of ['credential', 'credentials', 'recipients'])
        void queries.invalidateQueries({ queryKey: [accountId, kind] });
      if (isUnsaved) return;
      const params = { accountId, credentialId };
      await navigate({ to: '/$accountId/credentials/$credentialId', params });
    },
  });
  const { values, getInputProps } = form;
  const [left, setLeft] = useState(values.email);
  const isUnreachable = useIsUnreachable(credential.badge.id, left);
  useRequestedValues(form, credential);
  return (
    <EditForm
      form={form}
      query={credentialQuery(here, credentialId)}
      toFields={toCorrectionFields}
      labels={{
        name: t('issue.name'),
        email: t('issue.email'),
        issuedOn: t('issue.issuedOn'),
        expires: t('issue.expires'),
        narrative: t('details.narrative'),
        evidence: t('details.evidence'),
        attributes: t('details.title'),
        reason: t('correct.reason'),
        isMailed: t('correct.mail'),
      }}
      format={formatCorrectionField}
      pictures={[]}
      isAllowed
      staysInSight
    >
      <Notice>{t('correct.words')}</Notice>
      <TextInput {...getInputProps('name')} label={t('issue.name')} autoComplete="off" required />
      <TextInput
        {...getInputProps('email')}
        onBlur={() => setLeft(values.email)}
        label={t('issue.email')}
        description={t('correct.email.hint')}
        {...emailField}
        autoComplete="off"
        required
      />
      <div className={classes.dates}>
        <TextInput
          {...getInputProps('issuedOn')}
          label={t('issue.issuedOn')}
          type="date"
          required
        />
        <TextInput
          {...getInputProps('expires')}
          label={t('issue.expires')}
          description={t('correct.expires.hint')}
          type="date"
        />
      </div>
      <MoreCredentialDetails opened form={form} attributes={shown} />
      <Textarea
        {...getInputProps('reason')}
        label={t('correct.reason')}
        description={t('correct.reason.hint')}
        maxLength={500}
      />
      <Checkbox
        {...getInputProps('isMailed', { type: 'checkbox' })}
        label={t('correct.mail.to', { email: values.email })}
        description={t('correct.mail.hint')}
      />
      {values.isMailed && isUnreachable && left === values.email && (
        <Notice tone="warn">{t('issue.notEmailed', { email: left })}</Notice>
      )}
    </EditForm>
  );
}

/** Fills in what the recipient asked for, when an accepted request opened this form. */
function useRequestedValues(
  { values, setFieldValue }: Pick<ApiForm<CorrectionFields>, 'values' | 'setFieldValue'>,
  { recipient }: Credential,
): void {
  const requested = useRouterState({ select: ({ location }) => location.state.requested });
  const isFilled = useRef(false);
  useEffect(() => {
    if (isFilled.current || !requested) return;
    isFilled.current = true;
    for (const field of ['name', 'email'] as const) {
      const { [field]: value } = requested;
      // A reload keeps what was typed since.
      if (value && values[field] === recipient[field]) setFieldValue(field, value);
    }
  }, [requested, recipient, values, setFieldValue]);
}

/** Also shows values whose custom field the badge no longer has. */
function addStoredAttributes(
  attributes: readonly AttributeDefinition[],
  { attributes: values = {} }: Credential,
): readonly AttributeDefinition[] {
  const known = new Set(attributes.map(({ name }) => name));
  const others = Object.keys(values).filter((name) => !known.has(name));
  return [...attributes, ...others.map((name) => ({ name, type: 'text' as const }))];
}
