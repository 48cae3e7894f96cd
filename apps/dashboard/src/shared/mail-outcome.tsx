import type { Client } from '@insignia/sdk';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type emailFailures, t, tFailure } from '../messages/en/mail.ts';
import { useAccount } from './account.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import classes from './mail-outcome.module.css';
import { idFromUrl } from './random-id.ts';
import type { Column } from './table.tsx';
import { showToast } from './toast.tsx';
import { useSendOnce } from './use-action.ts';

export type MailPage = Awaited<ReturnType<Client['mail']['list']>>;
export type MailItem = MailPage['items'][number];
export type MailState = MailItem['state'];
export const getMailId = ({ mailId }: MailItem): string => mailId;

const isBack = (state: MailState): boolean => state === 'bounced' || state === 'failed';

/**
 * State of an email, with the reason and the server's words if it failed. Only failures have a
 * color.
 */
export function MailOutcome({ mail }: { mail: MailItem }) {
  const { state, status, lastError } = mail;
  const hasWhy = lastError !== null && state !== 'sent';
  return (
    <div className={classes.outcome}>
      {isBack(state) || hasWhy ? (
        <span className="state" data-tone={isBack(state) ? 'bad' : 'warn'}>
          {t(`mail.state.${state}`)}
        </span>
      ) : (
        <span className="fine" data-quiet={state === 'sent' || undefined}>
          {t(`mail.state.${status ?? state}`)}
        </span>
      )}
      {hasWhy && <Why mail={mail} />}
    </div>
  );
}

function Why({ mail }: { mail: MailItem }) {
  const { accountId, may } = useAccount();
  const { state, attempts: count, lastError, awardId } = mail;
  const response = formatServerResponse(lastError ?? '');
  const isSuspect = isAddressSuspect(state === 'bounced', lastError ?? '');
  return (
    <>
      <p>
        {explainEmailFailure(state === 'bounced', lastError ?? '')}{' '}
        {state === 'queued' && t('mail.again', { count })}
        {state === 'failed' && count > 1 && t('mail.givenUp', { count })}
      </p>
      {response && <p className="fine">{response}</p>}
      {isSuspect && state === 'bounced' && awardId && may('correctAward') && (
        <Link
          to="/$accountId/credentials/$credentialId/correct"
          params={{ accountId, credentialId: idFromUrl(awardId) }}
        >
          {tFailure('correct')}
        </Link>
      )}
    </>
  );
}

/**
 * False if it is known that it can't be sent again: codes and links of sent emails aren't stored.
 */
function canResend({ state, kind }: Pick<MailItem, 'state' | 'kind'>): boolean {
  if (state === 'queued') return false;
  return state !== 'sent' || ['credential', 'share', 'visitor', 'reminder'].includes(kind);
}

/** Column with the button that resends an email. In long lists, narrow screens show it for failures only. */
export function createResendColumn(
  choose: (mail: MailItem) => void,
  { isLongList }: { isLongList: boolean },
): Column<MailItem> {
  return {
    title: t('actions'),
    isNumber: true,
    show: (mail) =>
      canResend(mail) && (
        <Button
          // Prominent for emails that weren't delivered.
          variant={mail.state === 'sent' ? 'subtle' : 'default'}
          size="compact-sm"
          data-quiet={(isLongList && mail.state === 'sent') || undefined}
          aria-label={t('mail.resend.of', { to: mail.to })}
          onClick={() => choose(mail)}
        >
          {t('mail.resend')}
        </Button>
      ),
  };
}

/** Confirms before sending an email. */
export function ResendDialog({ mail, close }: { mail: MailItem | undefined; close: () => void }) {
  const { accountId, api } = useAccount();
  const queries = useQueryClient();
  const sendOnce = useSendOnce();
  const { mailId = '', to = '', subject = '' } = mail ?? {};
  const send = async () => {
    await sendOnce({ mailId }, (options) => api.mail.resend({ mailId }, options));
    for (const list of ['mail', 'recipients'])
      await queries.invalidateQueries({ queryKey: [accountId, list] });
    showToast(t('mail.resent', { to }));
  };
  return (
    <ConfirmDialog
      opened={mail !== undefined}
      close={close}
      title={t('mail.resend.title')}
      action={t('mail.resend.action')}
      isHarmless
      act={send}
    >
      <p>{t('mail.resend.words', { to, subject })}</p>
    </ConfirmDialog>
  );
}

// Our own reasons, enhanced status codes (RFC 3463), then common wordings.
const reasons = [
  [/recipient has unsubscribed/, 'why.unsubscribed'],
  [/credential was revoked/, 'why.revoked'],
  [/^not sent: .*bounced/, 'why.blocked'],
  [/^not sent: .*spam/, 'why.complaint'],
  [/\b5\.1\.\d|no such|unknown (user|recipient|mailbox)|does(n't| not) exist/i, 'why.unknown'],
  [/\b[45]\.2\.2\b|\b[45]52\b|mailbox (is )?full|over ?quota/i, 'why.full'],
  [/\b5\.7\.\d|spam|blocked|blacklist|policy/i, 'why.unwanted'],
  [/ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|time(d )?out|getaddrinfo|connect/i, 'why.unreachable'],
] as const satisfies readonly (readonly [RegExp, keyof typeof emailFailures])[];

function findReason(isBounced: boolean, error: string) {
  const known = reasons.find(([words]) => words.test(error))?.[1];
  return known ?? (isBounced ? 'why.refused' : 'why.delayed');
}

/** Explains why an email didn't arrive, and what to do. */
export const explainEmailFailure = (isBounced: boolean, error: string): string =>
  tFailure(findReason(isBounced, error));

/** True if the address may be wrong, so that the next step is to correct it. */
export const isAddressSuspect = (isBounced: boolean, error: string): boolean =>
  ['why.unknown', 'why.blocked', 'why.refused'].includes(findReason(isBounced, error));

/** The server's words; undefined if the reason is our own. */
export const formatServerResponse = (error: string): string | undefined =>
  /^(not sent: |the recipient has unsubscribed|the credential was revoked)/.test(error)
    ? undefined
    : tFailure('response', { words: error });
