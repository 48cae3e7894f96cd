import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { t } from '../../messages/en/webhooks.ts';
import { useAccount } from '../../shared/account.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import { CurlExample } from '../../shared/curl-example.tsx';
import { formatMoment, formatNumber } from '../../shared/format.ts';
import { Notice, ProblemNotice } from '../../shared/notice.tsx';
import { EmptyState, QueryContent } from '../../shared/query-content.tsx';
import { RelativeTime } from '../../shared/relative-time.tsx';
import { Screen } from '../../shared/screen.tsx';
import { showToast } from '../../shared/toast.tsx';
import { useAction } from '../../shared/use-action.ts';
import { EndpointActions } from './actions.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import {
  getEndpointHealth,
  HealthLabel,
  LastResponse,
  SubscribedEvents,
} from './endpoint-labels.tsx';
import { type Webhook, webhooksQuery } from './queries.ts';
import { SignatureGuide } from './signature-guide.tsx';
import classes from './webhooks.module.css';

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

function EndpointFacts({ webhook }: { webhook: Webhook }) {
  const { url, events, failureCount, lastDeliveryAt, createdAt } = webhook;
  const { name: health } = getEndpointHealth(webhook);
  return (
    <section className={`sheet ${classes.about}`} data-health={health}>
      <header>
        <h2 className={classes.url}>{url}</h2>
        <CopyButton text={url} size="compact-sm" />
      </header>
      {health === 'disabled' && (
        <Notice tone="bad">
          <p>{t('webhooks.disabled')}</p>
          <EnableEndpoint webhook={webhook} />
        </Notice>
      )}
      {health === 'failing' && (
        <Notice tone="warn">{t('webhooks.failing', { count: failureCount })}</Notice>
      )}
      <dl className={classes.figures}>
        <div>
          <dt>{t('webhooks.health')}</dt>
          <dd>
            <HealthLabel webhook={webhook} />
          </dd>
        </div>
        <div>
          <dt>{t('webhooks.last')}</dt>
          <dd>
            <LastResponse webhook={webhook} />
            {lastDeliveryAt !== null && (
              <>
                {' · '}
                <RelativeTime at={lastDeliveryAt} />
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('webhooks.failures')}</dt>
          <dd>{formatNumber(failureCount)}</dd>
        </div>
        <div>
          <dt>{t('webhooks.events')}</dt>
          <dd>
            <SubscribedEvents events={events} />
          </dd>
        </div>
        <div>
          <dt>{t('created')}</dt>
          <dd>{formatMoment(createdAt)}</dd>
        </div>
      </dl>
    </section>
  );
}

function EnableEndpoint({ webhook: { id: webhookId } }: { webhook: Webhook }) {
  const here = useAccount();
  const queries = useQueryClient();
  const { act, isBusy, problem } = useAction(async () => {
    await here.api.webhooks.enable({ webhookId });
    await queries.invalidateQueries(webhooksQuery(here));
    showToast(t('webhooks.enabled'));
  });
  if (!here.may('enableWebhook')) return null;
  return (
    <>
      <Button loading={isBusy} onClick={() => void act()}>
        {t('webhooks.enable')}
      </Button>
      <ProblemNotice problem={problem} />
    </>
  );
}
