import { MAX_RECIPIENT_MAILS } from '@insignia/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { t as tCredentials } from '../../messages/en/credentials.ts';
import { t } from '../../messages/en/recipients.ts';
import { useAccount } from '../../shared/account.ts';
import { CredentialStatusLabel } from '../../shared/credential-status.tsx';
import { CurlExample } from '../../shared/curl-example.tsx';
import { formatUtcDate } from '../../shared/format.ts';
import { LoadMore } from '../../shared/load-more.tsx';
import {
  createResendColumn,
  getMailId,
  type MailItem,
  MailOutcome,
  ResendDialog,
} from '../../shared/mail-outcome.tsx';
import { NameWithPicture } from '../../shared/name-with-picture.tsx';
import { QueryContent } from '../../shared/query-content.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { RelativeTime } from '../../shared/relative-time.tsx';
import { Screen } from '../../shared/screen.tsx';
import { type Column, Table } from '../../shared/table.tsx';
import { VirtualizedTable } from '../../shared/virtual-table.tsx';
import { type RecipientAward, type RecipientPage, recipientQuery } from './queries.ts';
import { CorrectRecipient, EraseRecipient, SendToRecipient } from './recipient-actions.tsx';

const route = getRouteApi('/$accountId/recipients/$recipientId');
const getAwardId = ({ id }: RecipientAward): string => id;

export function RecipientScreen() {
  const here = useAccount();
  const { accountId } = here;
  const { recipientId } = route.useParams();
  const query = useInfiniteQuery(recipientQuery(here, recipientId));
  const pages = query.data?.pages ?? [];
  const [newest] = pages;
  const awards = pages.flatMap((page) => page.awards);
  return (
    <Screen
      title={newest?.name ?? t('nav.recipients')}
      above={
        <Link to="/$accountId/recipients" params={{ accountId }}>
          {t('nav.recipients')}
        </Link>
      }
      lead={awards.length > 0 || newest?.movedTo.length === 0 ? newest?.email : undefined}
      actions={
        newest && (
          <>
            <CorrectRecipient
              person={{ recipientId, name: newest.name, email: newest.email }}
              awards={awards.filter(({ state }) => state !== 'revoked')}
              isMore={query.hasNextPage}
            />
            <SendToRecipient name={newest.name} email={newest.email} awards={awards} />
          </>
        )
      }
    >
      <QueryContent query={query} lines={6}>
        {() => (
          <>
            {awards.length > 0 && (
              <>
                <section className="stack" aria-labelledby="credentials">
                  <h2 id="credentials">{t('recipient.credentials')}</h2>
                  <VirtualizedTable
                    label={t('recipient.credentials')}
                    rows={awards}
                    getKey={getAwardId}
                    columns={createAwardColumns(accountId)}
                  />
                  <LoadMore query={query} shown={awards.length} />
                  <EarlierAddresses pages={pages} />
                </section>
                <Messages address={newest?.email ?? ''} mails={pages.flatMap(({ mail }) => mail)} />
              </>
            )}
            {newest && newest.movedTo.length > 0 && <MovedTo recipients={newest.movedTo} />}
            {newest && (
              <EraseRecipient
                recipientId={recipientId}
                name={newest.name}
                count={awards.length}
                isMore={query.hasNextPage}
                hasMoved={newest.movedTo.length > 0}
              />
            )}
          </>
        )}
      </QueryContent>
      <CurlExample operation="getRecipient" args={{ recipientId }} />
    </Screen>
  );
}

/** Links to the addresses that the credentials had before a correction. */
function EarlierAddresses({ pages }: { pages: readonly RecipientPage[] }) {
  const { accountId } = useAccount();
  const all = pages.flatMap(({ earlierAddresses }) => earlierAddresses);
  const each = [...new Map(all.map((one) => [one.recipientId, one])).values()];
  if (each.length === 0) return null;
  return (
    <p className="fine">
      {t('recipient.earlier', { count: each.length })}
      {each.map(({ recipientId, email }) => (
        <Fragment key={recipientId}>
          {' '}
          <Link to="/$accountId/recipients/$recipientId" params={{ accountId, recipientId }}>
            {email}
          </Link>
        </Fragment>
      ))}
    </p>
  );
}

/** The recipients of credentials that had this address before a correction. */
function MovedTo({ recipients }: { recipients: RecipientPage['movedTo'] }) {
  const { accountId } = useAccount();
  return (
    <section className="stack" aria-labelledby="moved">
      <h2 id="moved">{t('recipient.moved')}</h2>
      <p>{t('recipient.moved.lead')}</p>
      <ul>
        {recipients.map(({ recipientId, name, email }) => (
          <li key={recipientId}>
            <Link to="/$accountId/recipients/$recipientId" params={{ accountId, recipientId }}>
              {name}
            </Link>{' '}
            <span className="fine">{email}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function createAwardColumns(accountId: string): Column<RecipientAward>[] {
  return [
    {
      title: t('recipient.badge'),
      show: ({ id, badge }) => (
        <NameWithPicture picture={badge.image}>
          <Link
            to="/$accountId/credentials/$credentialId"
            params={{ accountId, credentialId: idFromUrl(id) }}
          >
            {badge.name}
          </Link>
        </NameWithPicture>
      ),
    },
    {
      title: t('state'),
      isBelow: true,
      show: ({ state }) =>
        state === 'valid' ? (
          <span data-quiet>{tCredentials('credentials.valid')}</span>
        ) : (
          <CredentialStatusLabel state={state} />
        ),
    },
    {
      title: t('recipient.mail'),
      isBelow: true,
      show: ({ delivery, deliveryStatus }) =>
        delivery === 'bounced' || delivery === 'failed' ? (
          <span className="state" data-tone="bad">
            {tCredentials(`delivery.${delivery}`)}
          </span>
        ) : (
          <span className="fine">
            {delivery
              ? tCredentials(`delivery.${deliveryStatus ?? delivery}`)
              : t('recipient.notMailed')}
          </span>
        ),
    },
    {
      title: t('recipient.issuedOn'),
      isMinor: true,
      show: ({ issuedOn }) => formatUtcDate(issuedOn),
    },
  ];
}

/** Emails about the recipient's credentials. Shows an email's address only if it isn't the recipient's. */
function Messages({ address, mails }: { address: string; mails: readonly MailItem[] }) {
  const { accountId, may } = useAccount();
  const [resending, setResending] = useState<MailItem>();
  const columns: Column<MailItem>[] = [
    {
      title: t('recipient.message'),
      show: ({ subject, to, awardId }) => (
        <>
          {awardId ? (
            <Link
              to="/$accountId/credentials/$credentialId"
              params={{ accountId, credentialId: idFromUrl(awardId) }}
            >
              {subject}
            </Link>
          ) : (
            subject
          )}
          {to.toLowerCase() !== address.toLowerCase() && (
            <>
              <br />
              <span className="fine">{to}</span>
            </>
          )}
        </>
      ),
    },
    { title: t('state'), isBelow: true, show: (mail) => <MailOutcome mail={mail} /> },
    {
      title: t('recipient.sentAt'),
      isMinor: true,
      show: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    ...(may('resendMail') ? [createResendColumn(setResending, { isLongList: false })] : []),
  ];
  return (
    <section className="stack" aria-labelledby="messages">
      <h2 id="messages">{t('recipient.messages')}</h2>
      {mails.length === 0 ? (
        <p>{t('recipient.messages.none')}</p>
      ) : (
        <Table label={t('recipient.messages')} rows={mails} getKey={getMailId} columns={columns} />
      )}
      {mails.length >= MAX_RECIPIENT_MAILS && (
        <p className="fine">{t('recipient.messages.max', { max: MAX_RECIPIENT_MAILS })}</p>
      )}
      <ResendDialog mail={resending} close={() => setResending(undefined)} />
    </section>
  );
}
