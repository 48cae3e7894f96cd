import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useHere } from '../../shared/account.ts';
import { AsCurl } from '../../shared/as-curl.tsx';
import { ButtonLink } from '../../shared/button-link.tsx';
import { day } from '../../shared/format.ts';
import { Loaded } from '../../shared/loaded.tsx';
import { Nothing } from '../../shared/nothing.tsx';
import { issuersQuery } from '../../shared/queries.ts';
import { bareId } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import { Table } from '../../shared/table.tsx';
import { Thing } from '../../shared/thing.tsx';
import { IssuerState } from './state.tsx';
import { t } from './t.ts';

export function Issuers() {
  const here = useHere();
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
      <Loaded query={query}>
        {(issuers) =>
          issuers.length === 0 ? (
            <Nothing title={t('issuers.none.title')} action={create}>
              {t('issuers.none.words')}
            </Nothing>
          ) : (
            <Table
              label={t('nav.issuers')}
              rows={issuers}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: t('issuers.name'),
                  show: ({ id, name, logo }) => (
                    <Thing picture={logo}>
                      <Link
                        to="/$accountId/issuers/$issuerId"
                        params={{ accountId, issuerId: bareId(id) }}
                      >
                        {name}
                      </Link>
                    </Thing>
                  ),
                },
                { title: t('issuers.website'), isMinor: true, show: ({ url }) => url },
                { title: t('state'), show: (issuer) => <IssuerState verified={issuer.verified} /> },
                { title: t('created'), isMinor: true, show: ({ timestamp }) => day(timestamp) },
              ]}
            />
          )
        }
      </Loaded>
      <AsCurl operation="listIssuers" />
    </Screen>
  );
}
