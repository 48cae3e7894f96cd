import { Button } from '@mantine/core';
import {
  IconChevronRight,
  IconFileImport,
  IconGauge,
  IconLogin2,
  IconMail,
  IconRubberStamp,
  IconWebhook,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { t } from '../../messages/en/overview.ts';
import { type Account, useAccount } from '../../shared/account.ts';
import { formatDay, formatNumber } from '../../shared/format.ts';
import { ProblemNotice } from '../../shared/notice.tsx';
import { type Issuer, issuersQuery } from '../../shared/queries.ts';
import { QueryContent } from '../../shared/query-content.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { showToast } from '../../shared/toast.tsx';
import { useAction } from '../../shared/use-action.ts';
import classes from './overview.module.css';
import { attentionQuery, newestImportsQuery } from './queries.ts';

/** Lost emails and events are `bad`, delays are `warn`. */
const signs = {
  disabled: { icon: IconWebhook, tone: 'bad' },
  failing: { icon: IconWebhook, tone: 'warn' },
  bounced: { icon: IconMail, tone: 'bad' },
  failed: { icon: IconMail, tone: 'bad' },
  unverified: { icon: IconRubberStamp, tone: 'warn' },
  import: { icon: IconFileImport, tone: 'warn' },
  quota: { icon: IconGauge, tone: 'warn' },
  noMailServer: { icon: IconMail, tone: 'warn' },
  written: { icon: IconMail, tone: 'warn' },
  sso: { icon: IconLogin2, tone: 'warn' },
} as const satisfies Record<AttentionItem['kind'], object>;

const withoutLink = new Set<AttentionItem['kind']>(['quota', 'noMailServer', 'written']);

/** Problems that need attention, each with a link or a button. */
export function AttentionList() {
  const here = useAccount();
  const troubles = useQuery(attentionQuery(here));
  const { data: issuers = [] } = useQuery(issuersQuery(here));
  const { data: imports = [] } = useQuery(newestImportsQuery(here));
  return (
    <section className="sheet">
      <h2>{t('attention.title')}</h2>
      <QueryContent query={troubles} lines={2}>
        {(found) => {
          const needs = listAttentionItems({ ...found, imports }, issuers, here.account);
          if (needs.length === 0) return <p className="fine">{t('attention.none')}</p>;
          return (
            <ul className={classes.needs}>
              {needs.map((need) => {
                const { icon: Icon, tone } = signs[need.kind];
                return (
                  <li key={`${need.kind}${'id' in need ? need.id : ''}`} data-tone={tone}>
                    <Icon size={18} stroke={1.6} aria-hidden />
                    <Said need={need} />
                    {!withoutLink.has(need.kind) && <IconChevronRight size={16} aria-hidden />}
                  </li>
                );
              })}
            </ul>
          );
        }}
      </QueryContent>
    </section>
  );
}

function Said({ need }: { need: AttentionItem }) {
  const { accountId } = useAccount();
  if (need.kind === 'quota')
    return (
      <span>
        {t('attention.quota', { used: formatNumber(need.used), max: formatNumber(need.max) })}
      </span>
    );
  if (need.kind === 'noMailServer') return <span>{t('attention.noMailServer')}</span>;
  if (need.kind === 'written') return <SendWritten {...need} />;
  if ('url' in need)
    return (
      <Link to="/$accountId/webhooks/$webhookId" params={{ accountId, webhookId: need.id }}>
        {t(`attention.${need.kind}`, need)}
      </Link>
    );
  if (need.kind === 'sso')
    return (
      <Link to="/$accountId/single-sign-on" params={{ accountId }}>
        {t('attention.sso', { name: need.name, day: formatDay(need.at) })}
      </Link>
    );
  if (need.kind === 'unverified')
    return (
      <Link to="/$accountId/issuers/$issuerId" params={{ accountId, issuerId: idFromUrl(need.id) }}>
        {t('attention.unverified', need)}
      </Link>
    );
  if (need.kind === 'import')
    return (
      <Link to="/$accountId/imports/$importId" params={{ accountId, importId: need.id }}>
        {t('attention.import', need)}
      </Link>
    );
  return (
    <Link to="/$accountId/mail" params={{ accountId }} search={{ state: need.kind }}>
      {t(`attention.${need.kind}`, need)}
    </Link>
  );
}

/** Offers to send emails from before the service had a mail server. */
function SendWritten({ count, isMore }: { count: number; isMore: boolean }) {
  const { accountId, api, may } = useAccount();
  const queries = useQueryClient();
  const values = { count, more: String(isMore) };
  const { act, isBusy, problem } = useAction(async () => {
    try {
      let sent = 0;
      for (let left = 1; left > 0; ) {
        const done = await api.mail.sendWritten({});
        sent += done.queued;
        left = done.queued > 0 ? done.left : 0;
      }
      showToast(t('attention.written.sent', { count: sent }));
    } finally {
      for (const kind of ['troubles', 'mail', 'credentials'])
        void queries.invalidateQueries({ queryKey: [accountId, kind] });
    }
  });
  return (
    <span>
      {t('attention.written', values)}{' '}
      {may('sendWrittenMail') && (
        <Button variant="default" size="compact-sm" loading={isBusy} onClick={() => void act()}>
          {t('attention.written.send', values)}
        </Button>
      )}
      <ProblemNotice problem={problem} />
    </span>
  );
}

const RECENT_MS = 14 * 86_400_000;
/** Share of the monthly quota at which to warn. */
const QUOTA_WARNING_SHARE = 0.8;

type AttentionData = {
  webhooks: readonly { id: string; url: string; active: boolean; failureCount: number }[];
  mails: readonly { state: string; createdAt: string }[];
  written: { count: number; isMore: boolean };
  connections: readonly { connectionId: string; name: string; warnings: { at: string }[] }[];
  imports: readonly { importId: string; failed: number; dryRun: boolean; createdAt: string }[];
};

type AttentionItem =
  | { kind: 'disabled' | 'failing'; id: string; url: string; count: number }
  | { kind: 'bounced' | 'failed'; count: number }
  | { kind: 'written'; count: number; isMore: boolean }
  | { kind: 'unverified'; id: string; name: string }
  | { kind: 'import'; id: string; count: number }
  | { kind: 'quota'; used: number; max: number }
  | { kind: 'sso'; id: string; name: string; at: number }
  | { kind: 'noMailServer' };

/** Problems of the last two weeks. Older ones are known or past fixing. */
function listAttentionItems(
  { webhooks, mails, written, connections, imports }: AttentionData,
  issuers: readonly Issuer[],
  { limits, usage, mailsToFiles }: Pick<Account, 'limits' | 'usage' | 'mailsToFiles'>,
  now = Date.now(),
): AttentionItem[] {
  const isLate = ({ createdAt }: { createdAt: string }) => now - Date.parse(createdAt) < RECENT_MS;
  const { credentials: max } = limits;
  const mailsThat = (state: 'bounced' | 'failed'): AttentionItem[] => {
    const count = mails.filter((mail) => mail.state === state && isLate(mail)).length;
    return count > 0 ? [{ kind: state, count }] : [];
  };
  return [
    ...(mailsToFiles ? [{ kind: 'noMailServer' as const }] : []),
    ...(max !== null && usage.credentials >= max * QUOTA_WARNING_SHARE
      ? [{ kind: 'quota' as const, used: usage.credentials, max }]
      : []),
    ...webhooks
      .filter(({ active, failureCount }) => !active || failureCount > 0)
      .map(({ id, url, active, failureCount }) => ({
        kind: active ? ('failing' as const) : ('disabled' as const),
        ...{ id, url, count: failureCount },
      })),
    ...connections.flatMap(({ connectionId: id, name, warnings }) => {
      const [first] = warnings.map(({ at }) => Date.parse(at)).sort((a, b) => a - b);
      return first === undefined ? [] : [{ kind: 'sso' as const, id, name, at: first }];
    }),
    ...(written.count > 0 && !mailsToFiles ? [{ kind: 'written' as const, ...written }] : []),
    ...mailsThat('bounced'),
    ...mailsThat('failed'),
    ...issuers
      .filter(({ verified }) => !verified)
      .map(({ id, name }) => ({ kind: 'unverified' as const, id, name })),
    ...imports
      .filter((one) => one.failed > 0 && !one.dryRun && isLate(one))
      .map(({ importId, failed }) => ({ kind: 'import' as const, id: importId, count: failed })),
  ];
}
