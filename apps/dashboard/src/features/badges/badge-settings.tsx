import { defaultShareText, fillShareText, updateShareText } from '@insignia/contract';
import { Button, Checkbox, Textarea } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '../../messages/en/badges.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { useApiForm } from '../../shared/form.ts';
import { LeaveGuard } from '../../shared/leave-guard.tsx';
import { ProblemNotice } from '../../shared/notice.tsx';
import { type Badge, issuersQuery } from '../../shared/queries.ts';
import { QueryContent } from '../../shared/query-content.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { showToast } from '../../shared/toast.tsx';
import { useAction } from '../../shared/use-action.ts';
import { badgeQuery, remindersQuery } from './queries.ts';
import classes from './share-text.module.css';

/** The suggested share text with a preview. Rarely changed, so it looks like the other details. */
export function ShareText({ badge }: { badge: Badge }) {
  const here = useAccount();
  const queries = useQueryClient();
  const { data: issuers = [] } = useQuery(issuersQuery(here));
  const badgeId = idFromUrl(badge.id);
  const form = useApiForm({
    draft: `${badgeId}.share-text`,
    initial: { text: badge.shareText ?? defaultShareText },
    check: (fields) => findBodyErrors(updateShareText.body, fields),
    send: ({ text }) => here.api.badges.setShareText({ badgeId, text }),
    isEditing: true,
    done: async () => {
      await queries.invalidateQueries(badgeQuery(here, badgeId));
      showToast(t('saved'));
    },
  });
  const shown = fillShareText(form.values.text, {
    badge_name: badge.name,
    issuer_name: issuers.find(({ id }) => id === badge.issuer)?.name ?? '',
    recipient_name: 'Ada Lovelace',
  });
  if (!here.may('updateShareText')) return <p>{shown}</p>;
  return (
    <form {...form.formProps} className={classes.share}>
      <Textarea
        {...form.getInputProps('text')}
        aria-label={t('badges.shareText')}
        description={t('badges.shareText.hint', {
          names: '{{badge_name}}, {{issuer_name}}, {{recipient_name}}',
        })}
        inputWrapperOrder={['input', 'error', 'description']}
        classNames={{ input: classes.text ?? '', description: classes.hint ?? '' }}
        rightSection={<IconPencil size={16} aria-hidden />}
        rightSectionPointerEvents="none"
        autosize
        minRows={1}
      />
      <p className={`fine ${classes.preview}`}>
        {t('badges.shareText.preview')} <span className={classes.shown}>{shown}</span>
      </p>
      <ProblemNotice problem={form.problem} />
      {form.isDirty && (
        <div className="actions">
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => form.restart(form.getInitialValues())}
          >
            {t('cancel')}
          </Button>
          <Button type="submit" size="compact-sm" loading={form.isBusy}>
            {t('save')}
          </Button>
        </div>
      )}
      <LeaveGuard isDirty={form.isDirty} drop={form.discard} />
    </form>
  );
}

/** Turns the emails before the end of a credential on or off. */
export function Reminders({ badgeId }: { badgeId: string }) {
  const here = useAccount();
  const queries = useQueryClient();
  const query = useQuery(remindersQuery(here, badgeId));
  const isOn = query.data?.enabled === true;
  const change = useAction(async () => {
    await here.api.badges.setReminders({ badgeId, enabled: !isOn });
    await queries.invalidateQueries(remindersQuery(here, badgeId));
    showToast(t(isOn ? 'badges.reminders.off' : 'badges.reminders.on'));
  });
  return (
    <QueryContent query={query} lines={1}>
      {({ enabled }) => (
        <>
          <Checkbox
            label={t('badges.reminders.label')}
            description={t('badges.reminders.hint')}
            checked={enabled}
            disabled={!here.may('setReminders') || change.isBusy}
            onChange={() => void change.act()}
          />
          <ProblemNotice problem={change.problem} />
        </>
      )}
    </QueryContent>
  );
}
