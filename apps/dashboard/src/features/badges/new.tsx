import { createBadge } from '@insignia/contract';
import { Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { t } from '../../messages/en/badges.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { ButtonLink } from '../../shared/button-link.tsx';
import { useApiForm } from '../../shared/form.ts';
import { FormFooter } from '../../shared/form-footer.tsx';
import { LeaveGuard } from '../../shared/leave-guard.tsx';
import { type Issuer, issuersQuery } from '../../shared/queries.ts';
import { EmptyState, QueryContent } from '../../shared/query-content.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import { DesignField } from './design-field.tsx';
import { type BadgeDetailFields, emptyDetails, toDetailsBody } from './details.ts';
import {
  BadgeFields,
  type DesignChoiceFields,
  DesignChoices,
  MoreBadgeDetails,
} from './fields.tsx';
import { useIssuerBrand } from './use-issuer-brand.ts';

export function NewBadge() {
  const here = useAccount();
  const { accountId } = here;
  const query = useQuery(issuersQuery(here));
  return (
    <Screen
      title={t('badges.new')}
      above={
        <Link to="/$accountId/badges" params={{ accountId }}>
          {t('nav.badges')}
        </Link>
      }
      narrow
    >
      <QueryContent query={query}>
        {(issuers) => {
          const verified = issuers.filter((issuer) => issuer.verified);
          if (verified.length > 0) return <Form issuers={verified} />;
          return (
            <EmptyState
              title={t('badges.noIssuer.title')}
              action={
                <ButtonLink
                  to={issuers.length > 0 ? '/$accountId/issuers' : '/$accountId/issuers/new'}
                  params={{ accountId }}
                >
                  {issuers.length > 0 ? t('nav.issuers') : t('issuers.new')}
                </ButtonLink>
              }
            >
              {t('badges.noIssuer.words')}
            </EmptyState>
          );
        }}
      </QueryContent>
    </Screen>
  );
}

type Fields = {
  issuerId: string;
  name: string;
  description: string;
  criteria: string;
  certificateText: string;
  image: string;
  designJson: string;
} & DesignChoiceFields &
  BadgeDetailFields;

function toRequestBody({ designJson, certificateId, cardId, ...fields }: Fields) {
  return {
    ...fields,
    ...toDetailsBody(fields),
    certificateText: fields.certificateText.trim() || null,
    ...(designJson && { designJson }),
    ...(certificateId && { certificateId }),
    ...(cardId && { cardId }),
  };
}

function Form({ issuers }: { issuers: readonly Issuer[] }) {
  const { accountId, api } = useAccount();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useApiForm<Fields, { badgeId: string }>({
    draft: `${accountId}.badge`,
    initial: {
      issuerId: idFromUrl(issuers[0]?.id ?? ''),
      name: '',
      description: '',
      criteria: '',
      certificateText: '',
      image: '',
      designJson: '',
      certificateId: '',
      cardId: '',
      ...emptyDetails,
    },
    check: (fields) => [
      ...(fields.image ? [] : [{ path: 'image', message: t('badges.picture.missing') }]),
      ...findBodyErrors(createBadge.body, toRequestBody(fields)),
    ],
    fieldOfCode: { issuer_not_found: 'issuerId', issuer_not_verified: 'issuerId' },
    send: (fields, idempotencyKey) => api.badges.create(toRequestBody(fields), { idempotencyKey }),
    done: async ({ badgeId }) => {
      await queries.invalidateQueries({ queryKey: [accountId] });
      await navigate({
        to: '/$accountId/badges/$badgeId',
        params: { accountId, badgeId: idFromUrl(badgeId) },
      });
    },
  });
  const issuer = form.getInputProps('issuerId');
  const brand = useIssuerBrand(form.values.issuerId);
  return (
    <form {...form.formProps} className="sheet stack">
      <Select
        {...issuer}
        label={t('badges.issuer')}
        data={issuers.map(({ id, name }) => ({ value: idFromUrl(id), label: name }))}
        allowDeselect={false}
        onChange={(issuerId) => {
          issuer.onChange(issuerId);
          // Designs belong to one issuer.
          form.setFieldValue('certificateId', '');
          form.setFieldValue('cardId', '');
        }}
      />
      <BadgeFields
        form={form}
        // An uploaded picture has no design.
        pictureChanged={() => form.setFieldValue('designJson', '')}
        design={
          <DesignField
            draft={`${accountId}.badge.design`}
            designJson={form.values.designJson}
            content={{
              title: form.values.name,
              issuer: issuers.find(({ id }) => idFromUrl(id) === form.values.issuerId)?.name ?? '',
              ...brand,
            }}
            onCreated={(designJson, image) => {
              form.setFieldValue('image', image);
              form.setFieldValue('designJson', designJson);
            }}
          />
        }
      />
      <DesignChoices issuerId={form.values.issuerId} form={form} />
      <MoreBadgeDetails form={form} />
      <FormFooter form={form} action={t('badges.create')} staysInSight />
      <LeaveGuard isDirty={form.isDirty} drop={form.discard} />
    </form>
  );
}
