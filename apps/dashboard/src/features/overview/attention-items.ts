import type { Account } from '../../shared/account.ts';
import type { Issuer } from '../../shared/queries.ts';

const RECENT_MS = 14 * 86_400_000;
/** Share of the monthly quota at which to warn. */
const QUOTA_WARNING_SHARE = 0.8;

type AttentionData = {
  webhooks: readonly { id: string; url: string; active: boolean; failureCount: number }[];
  mails: readonly { state: string; createdAt: string }[];
  imports: readonly { importId: string; failed: number; dryRun: boolean; createdAt: string }[];
};

export type AttentionItem =
  | { kind: 'disabled' | 'failing'; id: string; url: string; count: number }
  | { kind: 'bounced' | 'failed'; count: number }
  | { kind: 'unverified'; id: string; name: string }
  | { kind: 'import'; id: string; count: number }
  | { kind: 'quota'; used: number; most: number }
  | { kind: 'noMailServer' };

/** Problems of the last two weeks. Older ones are known or past fixing. */
export function listAttentionItems(
  { webhooks, mails, imports }: AttentionData,
  issuers: readonly Issuer[],
  { limits, usage, mailsToFiles }: Pick<Account, 'limits' | 'usage' | 'mailsToFiles'>,
  now = Date.now(),
): AttentionItem[] {
  const isLate = ({ createdAt }: { createdAt: string }) => now - Date.parse(createdAt) < RECENT_MS;
  const { credentials: most } = limits;
  const mailsThat = (state: 'bounced' | 'failed'): AttentionItem[] => {
    const count = mails.filter((mail) => mail.state === state && isLate(mail)).length;
    return count > 0 ? [{ kind: state, count }] : [];
  };
  return [
    ...(mailsToFiles ? [{ kind: 'noMailServer' as const }] : []),
    ...(most !== null && usage.credentials >= most * QUOTA_WARNING_SHARE
      ? [{ kind: 'quota' as const, used: usage.credentials, most }]
      : []),
    ...webhooks
      .filter(({ active, failureCount }) => !active || failureCount > 0)
      .map(({ id, url, active, failureCount }) => ({
        kind: active ? ('failing' as const) : ('disabled' as const),
        ...{ id, url, count: failureCount },
      })),
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
