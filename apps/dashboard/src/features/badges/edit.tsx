import { updateBadge } from '@insignia/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useHere } from '../../shared/account.ts';
import { faultsOf } from '../../shared/faults.ts';
import { useForm } from '../../shared/form.ts';
import { FormEnd } from '../../shared/form-end.tsx';
import { LeaveGuard } from '../../shared/leave.tsx';
import { Loaded } from '../../shared/loaded.tsx';
import { Notice } from '../../shared/notice.tsx';
import { Overwrite } from '../../shared/overwrite.tsx';
import { isAddress } from '../../shared/picture-source.ts';
import { bareId } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import { tell } from '../../shared/toast.tsx';
import { type Details, detailsOf, sayDetail, sentDetails } from './details.ts';
import { BadgeFields, type Words } from './fields.tsx';
import { MoreDetails } from './more-details.tsx';
import { badgeQuery, type WholeBadge } from './queries.ts';
import { t } from './t.ts';

const route = getRouteApi('/$accountId/badges/$badgeId/edit');

export function EditBadge() {
  const here = useHere();
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
      <Loaded query={query}>{(badge) => <Form badge={badge} />}</Loaded>
    </Screen>
  );
}

/** An unchanged picture is represented by its address. */
type Fields = Words & Details;

function sentOf({ image, ...words }: Fields) {
  return { ...words, ...sentDetails(words), ...(!isAddress(image) && { image }) };
}

function fieldsOf(badge: WholeBadge): Fields {
  const { name, description, criteria, image } = badge;
  return { name, description, criteria: criteria.narrative, image, ...detailsOf(badge) };
}

function Form({ badge }: { badge: WholeBadge }) {
  const here = useHere();
  const { accountId, api } = here;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const badgeId = bareId(badge.id);
  const form = useForm<Fields, unknown>({
    draft: `${badgeId}.edit`,
    initial: fieldsOf(badge),
    etag: badge.etag,
    check: (fields) => faultsOf(updateBadge.body, sentOf(fields)),
    send: (fields, _, ifMatch) => api.badges.update({ badgeId, ...sentOf(fields) }, { ifMatch }),
    done: async () => {
      await queries.invalidateQueries({ queryKey: [accountId, 'badges'] });
      tell(t('saved'));
      await navigate({ to: '/$accountId/badges/$badgeId', params: { accountId, badgeId } });
    },
  });
  return (
    <form {...form.form} className="sheet stack">
      <Notice>{t('badges.edit.words')}</Notice>
      <BadgeFields {...form} />
      <MoreDetails form={form} />
      <FormEnd form={form} action={t('save')} isSame={!form.isDirty} staysInSight />
      <Overwrite
        form={form}
        query={badgeQuery(here, badgeId)}
        fieldsOf={fieldsOf}
        labels={{
          name: t('badges.name'),
          description: t('badges.description'),
          criteria: t('badges.criteria'),
          image: t('badges.picture.one'),
          tags: t('badges.tags'),
          achievementType: t('badges.kind'),
          language: t('badges.language'),
          validFor: t('badges.validFor'),
          attributes: t('badges.attributes'),
          alignment: t('badges.skills'),
        }}
        say={sayDetail}
        pictures={['image']}
      />
      <LeaveGuard isDirty={form.isDirty} drop={form.drop} />
    </form>
  );
}
