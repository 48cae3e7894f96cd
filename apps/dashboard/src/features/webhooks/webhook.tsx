import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useAccount } from '../../shared/account.ts';
import { CurlExample } from '../../shared/curl-example.tsx';
import { EmptyState } from '../../shared/empty-state.tsx';
import { QueryContent } from '../../shared/query-content.tsx';
import { Screen } from '../../shared/screen.tsx';
import { EndpointActions } from './actions.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { EndpointFacts } from './endpoint-facts.tsx';
import { webhooksQuery } from './queries.ts';
import { SignatureGuide } from './signature-guide.tsx';
import { t } from './t.ts';

const route = getRouteApi('/$accountId/webhooks/$webhookId');

export function WebhookScreen() {
  const here = useAccount();
  const { accountId } = here;
  const { webhookId } = route.useParams();
  const query = useQuery(webhooksQuery(here));
  const webhook = query.data?.find(({ id }) => id === webhookId);
  return (
    <Screen
      title={t('nav.webhooks')}
      above={
        <Link to="/$accountId/webhooks" params={{ accountId }}>
          {t('webhooks.all')}
        </Link>
      }
      actions={webhook && <EndpointActions webhook={webhook} />}
    >
      <QueryContent query={query}>
        {() =>
          webhook ? (
            <>
              <EndpointFacts webhook={webhook} />
              <DeliveryLog webhook={webhook} key={webhook.id} />
              <SignatureGuide />
              <CurlExample operation="listDeliveries" args={{ webhookId }} />
            </>
          ) : (
            <EmptyState title={t('absent.title')}>{t('absent.words')}</EmptyState>
          )
        }
      </QueryContent>
    </Screen>
  );
}
