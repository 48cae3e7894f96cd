import { updateBadge } from '@insignia/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { t } from '../../messages/en/badges.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { IssuedChoice, trackUpdate } from '../../shared/choices.tsx';
import { useDesignNames } from '../../shared/design-select.tsx';
import { EditForm } from '../../shared/edit-form.tsx';
import { useApiForm } from '../../shared/form.ts';
import { Notice } from '../../shared/notice.tsx';
import { isUrl } from '../../shared/picture-file.ts';
import { QueryContent } from '../../shared/query-content.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import { showToast } from '../../shared/toast.tsx';
import { type BadgeDetailFields, formatDetail, toDetailFields, toDetailsBody } from './details.ts';
import {
  BadgeFields,
  type BadgeTextFields,
  type DesignChoiceFields,
  DesignChoices,
  MoreBadgeDetails,
} from './fields.tsx';
import { badgeIssuedQuery, badgeQuery, type FullBadge } from './queries.ts';

const route = getRouteApi('/$accountId/badges/$badgeId/edit');

export function EditBadge() {
  const here = useAccount();
  const { badgeId } = route.useParams();
  const query = useQuery(badgeQuery(here, badgeId));
  return (
    <Screen
      title={query.data?.name ?? t('nav.badges')}
      above={
        <Link to="/$accountId/badges/$badgeId" params={{ accountId: here.accountId, badgeId }}>
          {t('badges.back')}
        </Link>
      }
      narrow
    >
      <QueryContent query={query}>{(badge) => <Form badge={badge} />}</QueryContent>
    </Screen>
  );
}

/** `image` is the URL of the picture until another is chosen. */
type Fields = BadgeTextFields & BadgeDetailFields & DesignChoiceFields & { applyToIssued: boolean };

function toRequestBody({ image, certificateId, cardId, applyToIssued, ...fields }: Fields) {
  return {
    ...fields,
    ...toDetailsBody(fields),
    certificateText: fields.certificateText.trim() || null,
    ...{ certificateId: certificateId || null, cardId: cardId || null },
    ...(!isUrl(image) && { image }),
    ...(applyToIssued && { applyToIssued }),
  };
}

function toFields(badge: FullBadge): Fields {
  const { name, description, criteria, image } = badge;
  const { certificateText = '', certificateId = '', cardId = '' } = badge;
  return {
    name,
    description,
    criteria: criteria.narrative,
    certificateText,
    image,
    ...toDetailFields(badge),
    ...{ certificateId, cardId, applyToIssued: false },
  };
}

function Form({ badge }: { badge: FullBadge }) {
  const here = useAccount();
  const { accountId, api } = here;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const badgeId = idFromUrl(badge.id);
  const issuerId = idFromUrl(badge.issuer);
  const designs = useDesignNames(issuerId);
  const form = useApiForm<Fields, { jobId?: string | undefined }>({
    draft: `${badgeId}.edit`,
    initial: toFields(badge),
    etag: badge.etag,
    check: (fields) => findBodyErrors(updateBadge.body, toRequestBody(fields)),
    send: (fields, _, ifMatch) =>
      api.badges.update({ badgeId, ...toRequestBody(fields) }, { ifMatch }),
    done: async ({ jobId }, { name }, isUnsaved) => {
      trackUpdate(accountId, jobId, name);
      if (jobId) form.setFieldValue('applyToIssued', false);
      await queries.invalidateQueries({ queryKey: [accountId, 'badges'] });
      showToast(t('saved'));
      if (isUnsaved) return;
      await navigate({ to: '/$accountId/badges/$badgeId', params: { accountId, badgeId } });
    },
  });
  return (
    <EditForm
      form={form}
      query={badgeQuery(here, badgeId)}
      toFields={toFields}
      labels={{
        name: t('badges.name'),
        description: t('badges.description'),
        criteria: t('badges.criteria'),
        certificateText: t('badges.certificateText'),
        image: t('badges.picture.one'),
        tags: t('badges.tags'),
        achievementType: t('badges.kind'),
        language: t('badges.language'),
        validFor: t('badges.validFor'),
        hours: t('badges.hours'),
        credits: t('badges.credits'),
        attributes: t('badges.fields'),
        alignment: t('badges.skills'),
        certificateId: t('badges.certificate'),
        cardId: t('badges.card'),
        applyToIssued: t('editions.title'),
      }}
      format={(field, value) =>
        field === 'certificateId' || field === 'cardId'
          ? (designs.get(value)?.name ?? t('badges.certificate.default'))
          : formatDetail(field, value)
      }
      pictures={['image']}
      isAllowed
      staysInSight
    >
      <Notice>{t('badges.edit.words')}</Notice>
      <BadgeFields form={form} />
      <DesignChoices issuerId={issuerId} form={form} />
      <MoreBadgeDetails form={form} />
      <IssuedChoice
        query={badgeIssuedQuery(here, badgeId)}
        isUpdating={form.values.applyToIssued}
        choose={(isUpdating) => form.setFieldValue('applyToIssued', isUpdating)}
      />
    </EditForm>
  );
}
