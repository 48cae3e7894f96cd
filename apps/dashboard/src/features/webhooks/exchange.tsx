import { Button, UnstyledButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../messages/en/webhooks.ts';
import { useAccount } from '../../shared/account.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import { formatMoment, formatNumber } from '../../shared/format.ts';
import { ProblemNotice } from '../../shared/notice.tsx';
import { showToast } from '../../shared/toast.tsx';
import { useAction } from '../../shared/use-action.ts';
import { type Attempt, type Delivery, type Webhook, webhookQueryKey } from './queries.ts';
import classes from './webhooks.module.css';

export function DeliveryExchange({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const { attempts, createdAt, id } = delivery;
  // Follows the latest attempt until one is selected.
  const [chosen, setChosen] = useState<string>();
  const attempt = attempts.find(({ at }) => at === chosen) ?? attempts.at(-1);
  return (
    <>
      <div className={classes.meta}>
        <p className="fine">
          {formatMoment(createdAt)} · <code>{id}</code>
        </p>
        <CopyButton text={id} size="compact-sm" label={t('webhooks.copyId')} />
        <Redeliver webhook={webhook} delivery={delivery} />
      </div>
      {attempts.length > 0 && (
        <Attempts attempts={attempts} chosen={attempt?.at} choose={setChosen} />
      )}
      <div className={classes.sides}>
        <Request request={delivery.request} />
        <Response attempt={attempt} />
      </div>
    </>
  );
}

function Request({ request: { url, headers, body } }: Pick<Delivery, 'request'>) {
  const entries = Object.entries(headers);
  return (
    <section className={classes.side} aria-label={t('webhooks.request')}>
      <header>
        <h3>{t('webhooks.request')}</h3>
        <CopyButton text={body} size="compact-sm" label={t('webhooks.copyBody')} />
      </header>
      <p className={classes.first}>POST {url}</p>
      <details className={classes.folded}>
        <summary>{t('webhooks.headers', { count: entries.length })}</summary>
        <dl className={classes.headers}>
          {entries.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="fine">{t('webhooks.request.words')}</p>
      </details>
      <pre>{formatJson(body)}</pre>
    </section>
  );
}

function Response({ attempt }: { attempt: Attempt | undefined }) {
  return (
    <section className={classes.side} aria-label={t('webhooks.response')}>
      <header>
        <h3>{t('webhooks.response')}</h3>
        {attempt?.response && (
          <CopyButton text={attempt.response} size="compact-sm" label={t('webhooks.copyBody')} />
        )}
      </header>
      {attempt ? (
        <ResponseDetails attempt={attempt} />
      ) : (
        <p className="fine">{t('webhooks.waiting')}</p>
      )}
    </section>
  );
}

function ResponseDetails({
  attempt: { status, error, response, latencyMs },
}: {
  attempt: Attempt;
}) {
  return (
    <>
      <p className={classes.first} data-tone={error === null ? 'good' : 'bad'}>
        {status === null ? t('webhooks.noAnswer') : `HTTP ${status}`} ·{' '}
        {t('webhooks.took', { ms: formatNumber(latencyMs) })}
      </p>
      {status === null && <p>{error}</p>}
      {response ? (
        <pre>{formatJson(response)}</pre>
      ) : (
        <p className="fine">{t('webhooks.noBody')}</p>
      )}
    </>
  );
}

type Props = {
  attempts: readonly Attempt[];
  chosen: string | undefined;
  choose: (at: string) => void;
};

/** All attempts, oldest first. */
function Attempts({ attempts, chosen, choose }: Props) {
  return (
    <ol className={classes.attempts} aria-label={t('webhooks.attempts')}>
      {attempts.map(({ at, status, error }, index) => (
        <li key={at}>
          <UnstyledButton
            aria-pressed={at === chosen}
            data-tone={error === null ? 'good' : 'bad'}
            title={formatMoment(at)}
            onClick={() => choose(at)}
          >
            {t('webhooks.attempt', { number: index + 1 })}{' '}
            <span>{status ?? t('webhooks.noAnswer')}</span>
          </UnstyledButton>
        </li>
      ))}
    </ol>
  );
}

function Redeliver({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const { accountId, api, may } = useAccount();
  const queries = useQueryClient();
  const { act, isBusy, problem } = useAction(async () => {
    await api.webhooks.redeliver({ webhookId: webhook.id, deliveryId: delivery.id });
    await queries.invalidateQueries({ queryKey: webhookQueryKey(accountId, webhook.id) });
    showToast(t('webhooks.redelivered', { count: 1 }));
  });
  if (!may('redeliver') || !webhook.active) return null;
  return (
    <>
      <Button variant="default" size="compact-sm" loading={isBusy} onClick={() => void act()}>
        {t('webhooks.redeliver')}
      </Button>
      <ProblemNotice problem={problem} />
    </>
  );
}

/** Pretty-prints JSON. Other text is unchanged. */
function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
