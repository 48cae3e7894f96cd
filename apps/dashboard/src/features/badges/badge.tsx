import { createPathBuilder, pagePaths } from '@insignia/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../messages/en/badges.ts';
import { useAccount } from '../../shared/account.ts';
import { ButtonLink } from '../../shared/button-link.tsx';
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx';
import { CurlExample } from '../../shared/curl-example.tsx';
import { formatDay } from '../../shared/format.ts';
import { Markdown } from '../../shared/markdown.tsx';
import { MoreMenu } from '../../shared/more-menu.tsx';
import { type Badge, issuersQuery } from '../../shared/queries.ts';
import { QueryContent } from '../../shared/query-content.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import { Statistics } from '../../shared/statistics.tsx';
import { showToast } from '../../shared/toast.tsx';
import classes from './badge.module.css';
import { BadgeDetailList } from './badge-detail-list.tsx';
import { Reminders, ShareText } from './badge-settings.tsx';
import { badgeQuery, badgeStatsQuery } from './queries.ts';

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
