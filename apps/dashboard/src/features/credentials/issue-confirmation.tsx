import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../messages/en/credentials.ts';
import { useAccount } from '../../shared/account.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import { ProblemNotice } from '../../shared/notice.tsx';
import { useAction } from '../../shared/use-action.ts';
import classes from './issue.module.css';
import { buildPageUrl } from './queries.ts';

export type IssueResult = {
  credentialId: string;
  name: string;
  email: string;
  mail: 'none' | 'queued' | 'failed';
  /** Idempotency key of the email, which the form may have sent without getting a response. */
  mailKey: string;
  problem?: unknown;
};

export function IssueConfirmation({ outcome, again }: { outcome: IssueResult; again: () => void }) {
  const { accountId, account, api } = useAccount();
  const queries = useQueryClient();
  const { credentialId, name, email, mailKey: idempotencyKey } = outcome;
  const [isSent, setSent] = useState(false);
  const mail = isSent ? 'queued' : outcome.mail;
  const sending = useAction(async () => {
    await api.credentials.send({ awardId: credentialId, email }, { idempotencyKey });
    setSent(true);
    void queries.invalidateQueries({ queryKey: [accountId, 'credentials'] });
  });
  const problem = sending.problem ?? outcome.problem;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={`sheet ${classes.issued}`}>
      <span className={classes.mark}>
        <IconCheck size={28} aria-hidden />
      </span>
      <h2 ref={heading} tabIndex={-1}>
        {t('issued.title', { name })}
      </h2>
      {mail === 'queued' && (
        <p>{t(account.mailsToFiles ? 'issued.written' : 'issued.mailed', { email })}</p>
      )}
      {mail === 'none' && (
        <>
          <p>{t('issued.notMailed')}</p>
          <ProblemNotice problem={problem} />
        </>
      )}
      {mail === 'failed' && (
        <>
          <p>{t('issued.mailFailed', { email })}</p>
          <ProblemNotice problem={problem} />
        </>
      )}
      <div className="actions">
        <Button component="a" href={buildPageUrl(credentialId)} target="_blank" rel="noreferrer">
          {t('openPage')}
        </Button>
        <CopyButton text={buildPageUrl(credentialId)} label={t('copyLink')} />
        {mail !== 'queued' && (
          <Button variant="default" loading={sending.isBusy} onClick={() => void sending.act()}>
            {t('emailRecipients', { count: 1 })}
          </Button>
        )}
        <Button variant="default" onClick={again}>
          {t('issue.another')}
        </Button>
      </div>
      <Link to="/$accountId/credentials/$credentialId" params={{ accountId, credentialId }}>
        {t('issued.details')}
      </Link>
    </section>
  );
}
