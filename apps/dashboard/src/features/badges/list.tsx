import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { t } from '../../messages/en/badges.ts';
import { useAccount } from '../../shared/account.ts';
import { ButtonLink } from '../../shared/button-link.tsx';
import { CurlExample } from '../../shared/curl-example.tsx';
import { type Badge, badgesQuery, issuersQuery } from '../../shared/queries.ts';
import { EmptyState, QueryContent } from '../../shared/query-content.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import { SearchField } from '../../shared/search-field.tsx';
import classes from './list.module.css';

const route = getRouteApi('/$accountId/badges');

export function Badges() {
  const here = useAccount();
  const { accountId, may } = here;
  const query = useQuery(badgesQuery(here));
  const { search = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const look = (text: string) =>
    void navigate({ search: { search: text || undefined }, replace: true });
  const create = may('createBadge') && (
    <ButtonLink
      to="/$accountId/badges/new"
      params={{ accountId }}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('badges.new')}
    </ButtonLink>
  );
  return (
    <Screen
      title={t('nav.badges')}
      lead={t('badges.lead')}
      actions={query.data?.length ? create : null}
    >
      <QueryContent query={query}>
        {(badges) =>
          badges.length === 0 ? (
            <EmptyState title={t('badges.none.title')} action={create}>
              {t('badges.none.words')}
            </EmptyState>
          ) : (
            <>
              <SearchField value={search} placeholder={t('badges.search')} onChange={look} />
              <Cards badges={badges.filter(({ name }) => has(name, search))} />
            </>
          )
        }
      </QueryContent>
      <CurlExample operation="listBadges" />
    </Screen>
  );
}

function has(name: string, search: string): boolean {
  return name.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase());
}

function Cards({ badges }: { badges: readonly Badge[] }) {
  const here = useAccount();
  const { accountId } = here;
  const { data: issuers = [] } = useQuery(issuersQuery(here));
  if (badges.length === 0) return <p>{t('search.none')}</p>;
  return (
    <ul className={classes.cards}>
      {badges.map(({ id, name, image, issuer }) => (
        <li key={id} className={classes.card}>
          <img src={image} alt="" width={112} height={112} loading="lazy" />
          <Link to="/$accountId/badges/$badgeId" params={{ accountId, badgeId: idFromUrl(id) }}>
            {name}
          </Link>
          <span className="fine">{issuers.find((one) => one.id === issuer)?.name}</span>
        </li>
      ))}
    </ul>
  );
}
