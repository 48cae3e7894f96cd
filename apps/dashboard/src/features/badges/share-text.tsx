import { defaultShareText, fillShareText, updateShareText } from '@insignia/contract';
import { Button, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useHere } from '../../shared/account.ts';
import { faultsOf, useForm } from '../../shared/form.ts';
import { LeaveGuard } from '../../shared/leave.tsx';
import { ProblemNotice } from '../../shared/notice.tsx';
import { type Badge, issuersQuery } from '../../shared/queries.ts';
import { bareId } from '../../shared/random-id.ts';
import { tell } from '../../shared/toast.tsx';
import { badgeQuery } from './queries.ts';
import { t } from './t.ts';

/** What recipients are proposed to say, and how it will read. */
export function ShareText({ badge }: { badge: Badge }) {
  const here = useHere();
  const queries = useQueryClient();
  const { data: issuers = [] } = useQuery(issuersQuery(here));
  const badgeId = bareId(badge.id);
  const form = useForm({
    draft: `${badgeId}.share-text`,
    initial: { text: badge.shareText ?? defaultShareText },
    check: (fields) => faultsOf(updateShareText.body, fields),
    send: ({ text }) => here.api.badges.setShareText({ badgeId, text }),
    done: async (_, fields) => {
      await queries.invalidateQueries(badgeQuery(here, badgeId));
      form.again(fields);
      tell(t('saved'));
    },
  });
  const shown = fillShareText(form.values.text, {
    badge_name: badge.name,
    issuer_name: issuers.find(({ id }) => id === badge.issuer)?.name ?? '',
    recipient_name: 'Ada Lovelace',
  });
  return (
    <form {...form.form} className="sheet stack">
      <Textarea
        {...form.text('text')}
        label={t('badges.shareText')}
        description={t('badges.shareText.hint', {
          names: '{{badge_name}}, {{issuer_name}}, {{recipient_name}}',
        })}
        rows={3}
        readOnly={!here.may('updateShareText')}
      />
      <div>
        <p className="fine">{t('badges.shareText.preview')}</p>
        <blockquote className="quote">{shown}</blockquote>
      </div>
      <ProblemNotice problem={form.problem} />
      {here.may('updateShareText') && (
        <div className="actions">
          <Button type="submit" variant="default" loading={form.isBusy} disabled={!form.isDirty}>
            {t('save')}
          </Button>
        </div>
      )}
      <LeaveGuard isDirty={form.isDirty} drop={form.drop} />
    </form>
  );
}
