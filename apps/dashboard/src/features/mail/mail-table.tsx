import { MAX_SEARCHED_MAILS } from '@insignia/contract';
import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useAccount } from '../../shared/account.ts';
import { EmptyState } from '../../shared/empty-state.tsx';
import { formatMoment, formatNumber, formatRelativeTime } from '../../shared/format.ts';
import { LoadMore } from '../../shared/load-more.tsx';
import { QueryContent } from '../../shared/query-content.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import type { Column } from '../../shared/table.tsx';
import { VirtualizedTable } from '../../shared/virtual-table.tsx';
import classes from './mail.module.css';
import { canResend, MailOutcome, ResendDialog } from './mail-outcome.tsx';
import type { MailItem } from './queries.ts';
import type { MailFilter } from './search.ts';
import { t } from './t.ts';

type MailPages = { pages: readonly { items: readonly MailItem[] }[] };
const getMailId = ({ mailId }: MailItem): string => mailId;
type Props = { query: UseInfiniteQueryResult<MailPages>; filter: MailFilter };

/** Emails with their states and a retry. */
export function MailTable({ query, filter }: Props) {
  const { accountId, may } = useAccount();
  const [resending, setResending] = useState<MailItem>();
  const pages = query.data?.pages;
  const rows = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  return (
    <QueryContent query={query} lines={8}>
      {() => {
        if (rows.length === 0) return <Empty filter={filter} />;
        return (
          <>
            <VirtualizedTable
              label={t('nav.mail')}
              rows={rows}
              keyOf={getMailId}
              columns={[
                ...createMailColumns(accountId),
                ...(may('resendMail') ? [resend(setResending)] : []),
              ]}
            />
            <LoadMore query={query} shown={rows.length} />
            <ResendDialog mail={resending} close={() => setResending(undefined)} />
          </>
        );
      }}
    </QueryContent>
  );
}

function createMailColumns(accountId: string): Column<MailItem>[] {
  return [
    {
      title: t('mail.to'),
      show: ({ to, subject, state, status, awardId, createdAt }) => (
        <div className={classes.to}>
          {awardId ? (
            <Link
              to="/$accountId/credentials/$credentialId"
              params={{ accountId, credentialId: idFromUrl(awardId) }}
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
            <time dateTime={createdAt} title={formatMoment(createdAt)}>
              {formatRelativeTime(createdAt)}
            </time>
          </span>
        </div>
      ),
    },
    { title: t('state'), isBelow: true, show: (mail) => <MailOutcome mail={mail} /> },
    {
      title: t('mail.at'),
      isMinor: true,
      show: ({ createdAt }) => (
        <time dateTime={createdAt} title={formatMoment(createdAt)} className={classes.when}>
          {formatRelativeTime(createdAt)}
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

function Empty({ filter }: { filter: MailFilter }) {
  if (filter.search)
    return (
      <p>
        {t('search.none')} {t('mail.search.none', { max: formatNumber(MAX_SEARCHED_MAILS) })}
      </p>
    );
  if (filter.state) return <p>{t('search.none')}</p>;
  return <EmptyState title={t('mail.none.title')}>{t('mail.none.words')}</EmptyState>;
}
