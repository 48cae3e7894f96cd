import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { t } from '../../messages/en/issuers.ts';
import { useAccount } from '../../shared/account.ts';
import { ButtonLink } from '../../shared/button-link.tsx';
import { CurlExample } from '../../shared/curl-example.tsx';
import { formatDay, formatNumber } from '../../shared/format.ts';
import { NameWithPicture } from '../../shared/name-with-picture.tsx';
import { Hint } from '../../shared/notice.tsx';
import { badgesQuery, type Issuer, issuersQuery } from '../../shared/queries.ts';
import { EmptyState, QueryContent } from '../../shared/query-content.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import { Table } from '../../shared/table.tsx';
import { IssuerStatus } from './issuer-status.tsx';
import { IncomingOffers } from './transfers.tsx';

export function Issuers() {
  const here = useAccount();
  const { accountId, may } = here;
  const query = useQuery(issuersQuery(here));
  const create = may('createIssuer') && (
    <ButtonLink
      to="/$accountId/issuers/new"
      params={{ accountId }}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('issuers.new')}
    </ButtonLink>
  );
  return (
    <Screen
      title={t('nav.issuers')}
      lead={t('issuers.lead')}
      actions={query.data?.length ? create : null}
    >
      <IncomingOffers />
      <QueryContent query={query}>
        {(issuers) =>
          issuers.length === 0 ? (
            <EmptyState title={t('issuers.none.title')} action={create}>
              {t('issuers.none.words')}
            </EmptyState>
          ) : (
            <Listed issuers={issuers} />
          )
        }
      </QueryContent>
      <CurlExample operation="listIssuers" />
    </Screen>
  );
}

function Listed({ issuers }: { issuers: readonly Issuer[] }) {
  const here = useAccount();
  const { accountId, may } = here;
  const { data: badges } = useQuery(badgesQuery(here));
  const countBadges = ({ id }: Issuer): number | undefined =>
    badges?.filter(({ issuer }) => issuer === id).length;
  return (
    <>
      <Table
        label={t('nav.issuers')}
        rows={issuers}
        getKey={({ id }) => id}
        columns={[
          {
            title: t('issuers.name'),
            show: ({ id, name, logo, url }) => (
              <NameWithPicture picture={logo}>
                <Link
                  to="/$accountId/issuers/$issuerId"
                  params={{ accountId, issuerId: idFromUrl(id) }}
                >
                  {name}
                </Link>
                <br />
                <span className="fine">{url.replace(/^https?:\/\//, '')}</span>
              </NameWithPicture>
            ),
          },
          {
            title: t('state'),
            isBelow: true,
            show: ({ verified }) => <IssuerStatus verified={verified} />,
          },
          {
            title: t('nav.badges'),
            isNumber: true,
            isMinor: true,
            show: (issuer) => {
              const count = countBadges(issuer);
              return count !== undefined && formatNumber(count);
            },
          },
          { title: t('created'), isMinor: true, show: ({ timestamp }) => formatDay(timestamp) },
          {
            title: t('issuers.next'),
            isNumber: true,
            show: (issuer) => <Next issuer={issuer} badges={countBadges(issuer)} />,
          },
        ]}
      />
      {may('updateBrand') && (
        <Hint title={t('issuers.hint')}>
          <p>{t('issuers.hint.words')}</p>
        </Hint>
      )}
    </>
  );
}

/** Offers the next step: verification, the first badge, or the brand. */
function Next({ issuer, badges }: { issuer: Issuer; badges: number | undefined }) {
  const { accountId, may } = useAccount();
  const params = { accountId, issuerId: idFromUrl(issuer.id) };
  const look = { variant: 'default', size: 'compact-sm' } as const;
  if (!issuer.verified)
    return (
      may('verifyIssuer') && (
        <ButtonLink {...look} to="/$accountId/issuers/$issuerId" params={params}>
          {t('issuers.next.code')}
        </ButtonLink>
      )
    );
  if (badges === undefined) return null;
  if (badges === 0 && may('createBadge'))
    return (
      <ButtonLink {...look} to="/$accountId/badges/new" params={{ accountId }}>
        {t('issuers.badge')}
      </ButtonLink>
    );
  return (
    <ButtonLink {...look} to="/$accountId/issuers/$issuerId/brand" params={params}>
      {t('issuers.brand')}
    </ButtonLink>
  );
}
