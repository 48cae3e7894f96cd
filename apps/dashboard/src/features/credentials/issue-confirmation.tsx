import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { t } from '../../messages/en/credentials.ts';
import { useAccount } from '../../shared/account.ts';
import { CopyButton } from '../../shared/copy-button.tsx';
import { ProblemNotice } from '../../shared/notice.tsx';
import classes from './issue.module.css';
import { buildPageUrl } from './queries.ts';

export type IssueResult = {
  credentialId: string;
  name: string;
  email: string;
  mail: 'none' | 'queued' | 'failed';
  problem?: unknown;
};

export function IssueConfirmation({ outcome, again }: { outcome: IssueResult; again: () => void }) {
  const { accountId, account } = useAccount();
  const { credentialId, name, email, mail, problem } = outcome;
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
      {mail === 'none' && <p>{t('issued.notMailed')}</p>}
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
