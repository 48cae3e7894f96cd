import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useHere } from '../../shared/account.ts';
import { AsCurl } from '../../shared/as-curl.tsx';
import { Loaded } from '../../shared/loaded.tsx';
import { Nothing } from '../../shared/nothing.tsx';
import { Screen } from '../../shared/screen.tsx';
import { About } from './about.tsx';
import { Actions } from './actions.tsx';
import { DeliveryLog } from './deliveries.tsx';
import { webhooksQuery } from './queries.ts';
import { Signatures } from './signatures.tsx';
import { t } from './t.ts';

const route = getRouteApi('/$accountId/webhooks/$webhookId');

export function OneWebhook() {
  const here = useHere();
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
      actions={webhook && <Actions webhook={webhook} />}
    >
      <Loaded query={query}>
        {() =>
          webhook ? (
            <>
              <About webhook={webhook} />
              <DeliveryLog webhook={webhook} key={webhook.id} />
              <Signatures />
              <AsCurl operation="listDeliveries" args={{ webhookId }} />
            </>
          ) : (
            <Nothing title={t('absent.title')}>{t('absent.words')}</Nothing>
          )
        }
      </Loaded>
    </Screen>
  );
}
