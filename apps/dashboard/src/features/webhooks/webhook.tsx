import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../messages/en/webhooks.ts';
import { useAccount } from '../../shared/account.ts';
import { ConfirmDialog, Dialog } from '../../shared/confirm-dialog.tsx';
import { CopyButton } from '../../shared/copy-button.tsx';
import { CurlExample } from '../../shared/curl-example.tsx';
import { formatMoment, formatNumber } from '../../shared/format.ts';
import { MoreMenu } from '../../shared/more-menu.tsx';
import { Notice, ProblemNotice } from '../../shared/notice.tsx';
import { OneTimeSecret } from '../../shared/one-time-secret.tsx';
import { EmptyState, QueryContent } from '../../shared/query-content.tsx';
import { RelativeTime } from '../../shared/relative-time.tsx';
import { Screen } from '../../shared/screen.tsx';
import { showToast } from '../../shared/toast.tsx';
import { useAction } from '../../shared/use-action.ts';
import { DeliveryLog } from './delivery-log.tsx';
import {
  getEndpointHealth,
  HealthLabel,
  LastResponse,
  SubscribedEvents,
} from './endpoint-labels.tsx';
import { type Webhook, webhookQueryKey, webhooksQuery } from './queries.ts';
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

function EndpointActions({ webhook }: { webhook: Webhook }) {
  const { may } = useAccount();
  const [open, setOpen] = useState<'delete' | 'rotate'>();
  const close = () => setOpen(undefined);
  return (
    <>
      {may('deleteWebhook') && (
        <MoreMenu items={[{ label: t('delete'), act: () => setOpen('delete') }]} />
      )}
      {may('rotateWebhookSecret') && (
        <Button variant="default" onClick={() => setOpen('rotate')}>
          {t('webhooks.rotate')}
        </Button>
      )}
      {may('testWebhook') && webhook.active && <SendTest webhook={webhook} />}
      <Deletion webhook={webhook} opened={open === 'delete'} close={close} />
      <RotateSecret webhook={webhook} opened={open === 'rotate'} close={close} />
    </>
  );
}

function SendTest({ webhook: { id: webhookId } }: { webhook: Webhook }) {
  const { accountId, api } = useAccount();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { act, isBusy, problem } = useAction(async () => {
    const { deliveryId } = await api.webhooks.test({ webhookId });
    // Clears filters, so that the new delivery is visible.
    const params = { accountId, webhookId };
    const to = '/$accountId/webhooks/$webhookId';
    await navigate({ to, params, search: { delivery: deliveryId } });
    await queries.invalidateQueries({ queryKey: webhookQueryKey(accountId, webhookId) });
    showToast(t('webhooks.tested'));
  });
  return (
    <>
      <Button loading={isBusy} onClick={() => void act()}>
        {t('webhooks.test')}
      </Button>
      <ProblemNotice problem={problem} />
    </>
  );
}

type DialogProps = { webhook: Webhook; opened: boolean; close: () => void };

function Deletion({ webhook: { id: webhookId, url }, opened, close }: DialogProps) {
  const here = useAccount();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const name = new URL(url).host;
  const remove = async () => {
    await here.api.webhooks.delete({ webhookId });
    await navigate({ to: '/$accountId/webhooks', params: { accountId: here.accountId } });
    await queries.invalidateQueries(webhooksQuery(here));
    showToast(t('webhooks.deleted', { name }));
  };
  return (
    <ConfirmDialog
      opened={opened}
      close={close}
      title={t('webhooks.delete.title', { name })}
      action={t('webhooks.delete.action')}
      typed={name}
      act={remove}
    >
      <p>{t('webhooks.delete.words', { url })}</p>
    </ConfirmDialog>
  );
}

function RotateSecret({ webhook, opened, close }: DialogProps) {
  const { api } = useAccount();
  const [secret, setSecret] = useState<string>();
  const forget = () => setSecret(undefined);
  const rotate = async () => {
    const rotated = await api.webhooks.rotateSecret({ webhookId: webhook.id });
    setSecret(rotated.secret);
  };
  return (
    <>
      <ConfirmDialog
        opened={opened}
        close={close}
        title={t('webhooks.rotate.title')}
        action={t('webhooks.rotate')}
        act={rotate}
      >
        <p>{t('webhooks.rotate.words')}</p>
      </ConfirmDialog>
      <Dialog
        opened={secret !== undefined}
        close={forget}
        title={t('webhooks.secret.title')}
        closeOnClickOutside={false}
      >
        <OneTimeSecret
          description={t('webhooks.secret.words')}
          secret={secret ?? ''}
          testId="webhook-secret"
          close={forget}
        >
          <p className="fine">{t('webhooks.rotated')}</p>
        </OneTimeSecret>
      </Dialog>
    </>
  );
}
