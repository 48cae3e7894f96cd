import { mostSearchedMails } from '@insignia/contract';
import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useHere } from '../../shared/account.ts';
import { ago, moment, number } from '../../shared/format.ts';
import { Loaded } from '../../shared/loaded.tsx';
import { LongTable } from '../../shared/long-table.tsx';
import { More } from '../../shared/more.tsx';
import { Nothing } from '../../shared/nothing.tsx';
import { bareId } from '../../shared/random-id.ts';
import type { Column } from '../../shared/table.tsx';
import classes from './mail.module.css';
import { Outcome } from './outcome.tsx';
import type { MailItem } from './queries.ts';
import { canResend } from './reasons.ts';
import { Resend } from './resend.tsx';
import type { Filter } from './search.ts';
import { t } from './t.ts';

type Pages = { pages: readonly { items: readonly MailItem[] }[] };
const idOf = ({ mailId }: MailItem): string => mailId;
type Props = { query: UseInfiniteQueryResult<Pages>; filter: Filter };

/** Emails with their states and a retry. */
export function Found({ query, filter }: Props) {
  const { accountId, may } = useHere();
  const [resending, setResending] = useState<MailItem>();
  const pages = query.data?.pages;
  const rows = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  return (
    <Loaded query={query} lines={8}>
      {() => {
        if (rows.length === 0) return <Empty filter={filter} />;
        return (
          <>
            <LongTable
              label={t('nav.mail')}
              rows={rows}
              keyOf={idOf}
              columns={[
                ...columnsOf(accountId),
                ...(may('resendMail') ? [resend(setResending)] : []),
              ]}
            />
            <More query={query} shown={rows.length} />
            <Resend mail={resending} close={() => setResending(undefined)} />
          </>
        );
      }}
    </Loaded>
  );
}

function columnsOf(accountId: string): Column<MailItem>[] {
  return [
    {
      title: t('mail.to'),
      show: ({ to, subject, state, status, awardId, createdAt }) => (
        <div className={classes.to}>
          {awardId ? (
            <Link
              to="/$accountId/credentials/$credentialId"
              params={{ accountId, credentialId: bareId(awardId) }}
            >
              <Address email={to} />
            </Link>
          ) : (
            <strong>
              <Address email={to} />
            </strong>
          )}
          <span
            className={classes.about}
            data-arrived={(state === 'sent' && status !== 'written') || undefined}
          >
            <span>{subject}</span>
            <time dateTime={createdAt} title={moment(createdAt)}>
              {ago(createdAt)}
            </time>
          </span>
        </div>
      ),
    },
    { title: t('state'), isBelow: true, show: (mail) => <Outcome mail={mail} /> },
    {
      title: t('mail.at'),
      isMinor: true,
      show: ({ createdAt }) => (
        <time dateTime={createdAt} title={moment(createdAt)} className={classes.when}>
          {ago(createdAt)}
        </time>
      ),
    },
  ];
}

/** Wraps before the domain if needed. */
function Address({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}

function resend(choose: (mail: MailItem) => void): Column<MailItem> {
  return {
    title: t('actions'),
    isNumber: true,
    show: (mail) =>
      canResend(mail) && (
        <Button
          // Prominent for emails that weren't delivered.
          variant={mail.state === 'sent' ? 'subtle' : 'default'}
          size="compact-sm"
          data-quiet={mail.state === 'sent' || undefined}
          aria-label={t('mail.resend.of', { to: mail.to })}
          onClick={() => choose(mail)}
        >
          {t('mail.resend')}
        </Button>
      ),
  };
}

function Empty({ filter }: { filter: Filter }) {
  if (filter.search)
    return (
      <p>
        {t('search.none')} {t('mail.search.none', { most: number(mostSearchedMails) })}
      </p>
    );
  if (filter.state) return <p>{t('search.none')}</p>;
  return <Nothing title={t('mail.none.title')}>{t('mail.none.words')}</Nothing>;
}
