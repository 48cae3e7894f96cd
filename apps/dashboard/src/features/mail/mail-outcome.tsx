import { explainFailure } from './failure-reasons.ts';
import classes from './mail.module.css';
import type { MailItem, MailState } from './queries.ts';
import { t } from './t.ts';

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
  const { state, attempts: count, lastError } = mail;
  return (
    <>
      <p>
        {t(explainFailure(mail))} {state === 'queued' && t('mail.again', { count })}
        {state === 'failed' && count > 1 && t('mail.givenUp', { count })}
      </p>
      <p className="fine">{t('mail.response', { words: lastError ?? '' })}</p>
    </>
  );
}
