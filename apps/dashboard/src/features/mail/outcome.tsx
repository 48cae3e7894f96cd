import classes from './mail.module.css';
import type { MailItem, MailState } from './queries.ts';
import { whyNot } from './reasons.ts';
import { t } from './t.ts';

const tones = {
  queued: undefined,
  sent: 'good',
  bounced: 'bad',
  failed: 'bad',
} as const satisfies Record<MailState, string | undefined>;

/** What became of a mail; where it did not arrive, why, and in the words of whoever refused it. */
export function Outcome({ mail }: { mail: MailItem }) {
  const { state, lastError } = mail;
  return (
    <div className={classes.outcome}>
      <span className="state" data-tone={tones[state]}>
        {t(`mail.state.${state}`)}
      </span>
      {lastError !== null && state !== 'sent' && <Why mail={mail} />}
    </div>
  );
}

function Why({ mail }: { mail: MailItem }) {
  const { state, attempts: count, lastError } = mail;
  return (
    <>
      <p>
        {t(whyNot(mail))} {state === 'queued' && t('mail.again', { count })}
        {state === 'failed' && count > 1 && t('mail.givenUp', { count })}
      </p>
      <p className="fine">{t('mail.said', { words: lastError ?? '' })}</p>
    </>
  );
}
