import { createBadge } from '@insignia/contract';
import { Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useHere } from '../../shared/account.ts';
import { ButtonLink } from '../../shared/button-link.tsx';
import { faultsOf } from '../../shared/faults.ts';
import { useForm } from '../../shared/form.ts';
import { FormEnd } from '../../shared/form-end.tsx';
import { LeaveGuard } from '../../shared/leave.tsx';
import { Loaded } from '../../shared/loaded.tsx';
import { Nothing } from '../../shared/nothing.tsx';
import { type Issuer, issuersQuery } from '../../shared/queries.ts';
import { bareId } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import { DesignField } from './design-field.tsx';
import { type Details, noDetails, sentDetails } from './details.ts';
import { BadgeFields } from './fields.tsx';
import { MoreDetails } from './more-details.tsx';
import { t } from './t.ts';
import { useBrandOf } from './use-brand-of.ts';

export function NewBadge() {
  const here = useHere();
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
      <Loaded query={query}>
        {(issuers) => {
          const verified = issuers.filter((issuer) => issuer.verified);
          if (verified.length > 0) return <Form issuers={verified} />;
          return (
            <Nothing
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
            </Nothing>
          );
        }}
      </Loaded>
    </Screen>
  );
}

type Fields = {
  issuerId: string;
  name: string;
  description: string;
  criteria: string;
  image: string;
  designJson: string;
} & Details;

function sentOf({ designJson, ...fields }: Fields) {
  return { ...fields, ...sentDetails(fields), ...(designJson && { designJson }) };
}

function Form({ issuers }: { issuers: readonly Issuer[] }) {
  const { accountId, api } = useHere();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<Fields, { badgeId: string }>({
    draft: `${accountId}.badge`,
    initial: {
      issuerId: bareId(issuers[0]?.id ?? ''),
      name: '',
      description: '',
      criteria: '',
      image: '',
      designJson: '',
      ...noDetails,
    },
    check: (fields) => [
      ...(fields.image ? [] : [{ path: 'image', message: t('badges.picture.missing') }]),
      ...faultsOf(createBadge.body, sentOf(fields)),
    ],
    fieldOfCode: { issuer_not_found: 'issuerId', issuer_not_verified: 'issuerId' },
    send: (fields) => api.badges.create(sentOf(fields)),
    done: async ({ badgeId }) => {
      await queries.invalidateQueries({ queryKey: [accountId] });
      await navigate({
        to: '/$accountId/badges/$badgeId',
        params: { accountId, badgeId: bareId(badgeId) },
      });
    },
  });
  const brand = useBrandOf(form.values.issuerId);
  return (
    <form {...form.form} className="sheet stack">
      <Select
        label={t('badges.issuer')}
        data={issuers.map(({ id, name }) => ({ value: bareId(id), label: name }))}
        value={form.values.issuerId}
        error={form.faults.issuerId}
        allowDeselect={false}
        onChange={(issuerId) => issuerId && form.set('issuerId', issuerId)}
      />
      <BadgeFields
        {...form}
        set={(field, value) => {
          form.set(field, value);
          // An uploaded picture has no design.
          if (field === 'image') form.set('designJson', '');
        }}
        design={
          <DesignField
            draft={`${accountId}.badge.design`}
            designJson={form.values.designJson}
            words={{
              title: form.values.name,
              issuer: issuers.find(({ id }) => bareId(id) === form.values.issuerId)?.name ?? '',
              ...brand,
            }}
            made={(designJson, image) => {
              form.set('image', image);
              form.set('designJson', designJson);
            }}
          />
        }
      />
      <MoreDetails form={form} />
      <FormEnd form={form} action={t('badges.create')} staysInSight />
      <LeaveGuard isDirty={form.isDirty} drop={form.drop} />
    </form>
  );
}
