import {
  createPathBuilder,
  defaultShareText,
  fillShareText,
  pagePaths,
  updateShareText,
} from '@insignia/contract';
import { Button, Checkbox, Textarea } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../messages/en/badges.ts';
import { useAccount } from '../../shared/account.ts';
import { findBodyErrors } from '../../shared/body-errors.ts';
import { ButtonLink } from '../../shared/button-link.tsx';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { CurlExample } from '../../shared/curl-example.tsx';
import { useApiForm } from '../../shared/form.ts';
import { formatDay } from '../../shared/format.ts';
import { LeaveGuard } from '../../shared/leave-guard.tsx';
import { Markdown } from '../../shared/markdown.tsx';
import { MoreMenu } from '../../shared/more-menu.tsx';
import { ProblemNotice } from '../../shared/notice.tsx';
import { type Badge, issuersQuery } from '../../shared/queries.ts';
import { QueryContent } from '../../shared/query-content.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import { Statistics } from '../../shared/statistics.tsx';
import { showToast } from '../../shared/toast.tsx';
import { useAction } from '../../shared/use-action.ts';
import classes from './badge.module.css';
import { BadgeDetailList } from './badge-detail-list.tsx';
import { badgeQuery, badgeStatsQuery, remindersQuery } from './queries.ts';
import shareClasses from './share-text.module.css';

const route = getRouteApi('/$accountId/badges/$badgeId');

export function BadgeScreen() {
  const here = useAccount();
  const { accountId, may } = here;
  const { badgeId } = route.useParams();
  const query = useQuery(badgeQuery(here, badgeId));
  const [isDeleting, setDeleting] = useState(false);
  const params = { accountId, badgeId };
  return (
    <Screen
      title={query.data?.name ?? t('nav.badges')}
      above={
        <Link to="/$accountId/badges" params={{ accountId }}>
          {t('nav.badges')}
        </Link>
      }
      actions={
        query.data && (
          <>
            {may('deleteBadge') && (
              <MoreMenu items={[{ label: t('delete'), act: () => setDeleting(true) }]} />
            )}
            {may('updateBadge') && (
              <ButtonLink variant="default" to="/$accountId/badges/$badgeId/edit" params={params}>
                {t('edit')}
              </ButtonLink>
            )}
            {may('updateBadge') && (
              <ButtonLink variant="default" to="/$accountId/badges/$badgeId/design" params={params}>
                {t('badges.design.edit')}
              </ButtonLink>
            )}
            <ButtonLink variant="default" to="/$accountId/badges/$badgeId/claims" params={params}>
              {t('badges.claims')}
            </ButtonLink>
            {may('createAward') && (
              <ButtonLink to="/$accountId/issue" params={{ accountId }} search={{ badge: badgeId }}>
                {t('issue')}
              </ButtonLink>
            )}
          </>
        )
      }
    >
      <QueryContent query={query}>
        {(badge) => (
          <>
            <About badge={badge} />
            <Engagement badgeId={badgeId} />
            <CurlExample operation="getBadge" args={{ badgeId }} />
            <Deletion badge={badge} opened={isDeleting} close={() => setDeleting(false)} />
          </>
        )}
      </QueryContent>
    </Screen>
  );
}

function About({ badge }: { badge: Badge }) {
  const here = useAccount();
  const { data: issuers = [] } = useQuery(issuersQuery(here));
  const issuer = issuers.find(({ id }) => id === badge.issuer);
  const { accountId } = here;
  return (
    <section className={`sheet ${classes.about}`}>
      <img src={badge.image} alt={t('badges.picture.of', { name: badge.name })} />
      <dl className="facts">
        <dt>{t('badges.issuer')}</dt>
        <dd>
          {issuer && (
            <Link
              to="/$accountId/issuers/$issuerId"
              params={{ accountId, issuerId: idFromUrl(issuer.id) }}
            >
              {issuer.name}
            </Link>
          )}
        </dd>
        <dt>{t('badges.description')}</dt>
        <dd>
          <Markdown text={badge.description} />
        </dd>
        <dt>{t('badges.criteria')}</dt>
        <dd>
          <Markdown text={badge.criteria.narrative} />
        </dd>
        {badge.certificateText && (
          <>
            <dt>{t('badges.certificateText')}</dt>
            <dd>
              <Markdown text={badge.certificateText} />
            </dd>
          </>
        )}
        <BadgeDetailList badge={badge} />
        <dt>{t('badges.shareText')}</dt>
        <dd>
          <ShareText badge={badge} key={badge.id} />
        </dd>
        <dt>{t('badges.reminders')}</dt>
        <dd>
          <Reminders badgeId={idFromUrl(badge.id)} />
        </dd>
        <dt>{t('nav.templates')}</dt>
        <dd>
          <Link
            to="/$accountId/templates"
            params={{ accountId }}
            search={{ badge: idFromUrl(badge.id) }}
          >
            {t('badges.templates')}
          </Link>
        </dd>
        <dt>{t('created')}</dt>
        <dd>{formatDay(badge.timestamp)}</dd>
        <dt>{t('badges.public')}</dt>
        <dd>
          <a
            href={createPathBuilder(pagePaths.badge)(idFromUrl(badge.id))}
            target="_blank"
            rel="noreferrer"
          >
            {t('openPage')}
          </a>
        </dd>
      </dl>
    </section>
  );
}

function Engagement({ badgeId }: { badgeId: string }) {
  const here = useAccount();
  const query = useQuery(badgeStatsQuery(here, badgeId));
  return (
    <section className="stack">
      <header className={classes.engagement}>
        <h2>{t('stats.title')}</h2>
        <Link
          to="/$accountId/credentials"
          params={{ accountId: here.accountId }}
          search={{ badge: badgeId }}
        >
          {t('badges.credentials')}
        </Link>
      </header>
      <QueryContent query={query}>{(stats) => <Statistics stats={stats} />}</QueryContent>
    </section>
  );
}

function Deletion({ badge, opened, close }: { badge: Badge; opened: boolean; close: () => void }) {
  const { accountId, api } = useAccount();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = async () => {
    await api.badges.delete({ badgeId: idFromUrl(badge.id) });
    await navigate({ to: '/$accountId/badges', params: { accountId } });
    await queries.invalidateQueries({ queryKey: [accountId, 'badges'], exact: true });
    showToast(t('badges.deleted', { name: badge.name }));
  };
  return (
    <ConfirmDialog
      opened={opened}
      close={close}
      title={t('badges.delete.title', { name: badge.name })}
      action={t('badges.delete.action')}
      typed={badge.name}
      act={remove}
    >
      <p>{t('badges.delete.words')}</p>
    </ConfirmDialog>
  );
}

/** The suggested share text with a preview. Rarely changed, so it looks like the other details. */
function ShareText({ badge }: { badge: Badge }) {
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
    <form {...form.formProps} className={shareClasses.share}>
      <Textarea
        {...form.getInputProps('text')}
        aria-label={t('badges.shareText')}
        description={t('badges.shareText.hint', {
          names: '{{badge_name}}, {{issuer_name}}, {{recipient_name}}',
        })}
        inputWrapperOrder={['input', 'error', 'description']}
        classNames={{ input: shareClasses.text ?? '', description: shareClasses.hint ?? '' }}
        rightSection={<IconPencil size={16} aria-hidden />}
        rightSectionPointerEvents="none"
        autosize
        minRows={1}
      />
      <p className={`fine ${shareClasses.preview}`}>
        {t('badges.shareText.preview')} <span className={shareClasses.shown}>{shown}</span>
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
function Reminders({ badgeId }: { badgeId: string }) {
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
