import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useAccount } from '../../../shared/account.ts';
import { CurlExample } from '../../../shared/curl-example.tsx';
import { QueryContent } from '../../../shared/query-content.tsx';
import { Screen } from '../../../shared/screen.tsx';
import { issuerQuery } from '../queries.ts';
import { EditBrand } from './edit.tsx';
import { brandQuery } from './queries.ts';
import { t } from './t.ts';

const route = getRouteApi('/$accountId/issuers/$issuerId/brand');

export function BrandScreen() {
  const here = useAccount();
  const { accountId } = here;
  const { issuerId } = route.useParams();
  const issuer = useQuery(issuerQuery(here, issuerId));
  const query = useQuery(brandQuery(here, issuerId));
  const name = issuer.data?.name ?? '';
  return (
    <Screen
      title={t('brand.title')}
      above={
        <Link to="/$accountId/issuers/$issuerId" params={{ accountId, issuerId }}>
          {name || t('nav.issuers')}
        </Link>
      }
      lead={name && t('brand.lead', { name })}
    >
      <QueryContent query={query}>
        {(brand) => <EditBrand key={issuerId} brand={brand} issuerId={issuerId} name={name} />}
      </QueryContent>
      <CurlExample operation="updateBrand" args={{ issuerId, accentColor: '#8a1538' }} />
    </Screen>
  );
}
