import { Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { t } from '../../messages/en/credentials.ts';
import { type CredentialStatus, CredentialStatusLabel } from '../../shared/credential-status.tsx';
import { formatUtcDate } from '../../shared/format.ts';
import { NameWithPicture } from '../../shared/name-with-picture.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import type { EmailStatus } from '../../shared/search.ts';
import type { Column } from '../../shared/table.tsx';

export type CredentialItem = {
  id: string;
  badge: { id: string; name: string; image: string };
  recipient: { name: string; email: string };
  recipientId: string;
  issuedOn: string;
  state: CredentialStatus;
  emailStatus: EmailStatus;
};
export const getCredentialId = ({ id }: CredentialItem): string => id;

export function createCredentialColumns(accountId: string): Column<CredentialItem>[] {
  return [
    {
      title: t('credentials.recipient'),
      show: ({ id, recipient, recipientId, badge }) => (
        <NameWithPicture picture={badge.image}>
          <Link
            to="/$accountId/credentials/$credentialId"
            params={{ accountId, credentialId: idFromUrl(id) }}
          >
            {recipient.name}
          </Link>
          <br />
          <Link
            to="/$accountId/recipients/$recipientId"
            params={{ accountId, recipientId }}
            className="fine"
          >
            {recipient.email}
          </Link>
        </NameWithPicture>
      ),
    },
    { title: t('issue.badge'), isMinor: true, show: ({ badge }) => badge.name },
    {
      title: t('credentials.state'),
      isBelow: true,
      // Most are valid, so only other statuses have a color.
      show: ({ state }) =>
        state === 'valid' ? (
          <span data-quiet>{t('credentials.valid')}</span>
        ) : (
          <CredentialStatusLabel state={state} />
        ),
    },
    {
      title: t('credentials.email'),
      isBelow: true,
      // Most are emailed, so only bounces have a color.
      show: ({ emailStatus }) =>
        emailStatus === 'bounced' ? (
          <span className="state" data-tone="bad">
            {t('credentials.bounced')}
          </span>
        ) : (
          <span className="fine" data-quiet={emailStatus === 'emailed' || undefined}>
            {t(`credentials.${emailStatus}`)}
          </span>
        ),
    },
    { title: t('issue.issuedOn'), isMinor: true, show: ({ issuedOn }) => formatUtcDate(issuedOn) },
  ];
}

/** The API's limit of ids per request. */
const MAX_SELECTED = 10_000;

type SelectionHandlers = {
  choose: (id: string, isChosen: boolean) => void;
  setSelected: (ids: ReadonlySet<string>) => void;
  /** True if everything that matches is selected. Single rows can't be chosen then. */
  isEvery: boolean;
};

export function createSelectionColumn(
  rows: readonly CredentialItem[],
  selected: ReadonlySet<string>,
  { choose, setSelected, isEvery }: SelectionHandlers,
): Column<CredentialItem> {
  const count = Math.min(rows.length, MAX_SELECTED);
  const areAll = selected.size >= count;
  return {
    title: t('select'),
    isChoice: true,
    head: (
      <Checkbox
        aria-label={t('select.loaded', { count })}
        checked={isEvery || areAll}
        disabled={isEvery}
        indeterminate={!isEvery && selected.size > 0 && !areAll}
        onChange={() =>
          setSelected(
            new Set(areAll ? [] : rows.slice(0, MAX_SELECTED).map(({ id }) => idFromUrl(id))),
          )
        }
      />
    ),
    show: ({ id, recipient }) => (
      <Checkbox
        aria-label={t('select.one', { name: recipient.name })}
        checked={isEvery || selected.has(idFromUrl(id))}
        disabled={isEvery || (selected.size >= MAX_SELECTED && !selected.has(idFromUrl(id)))}
        onChange={({ currentTarget }) => choose(idFromUrl(id), currentTarget.checked)}
      />
    ),
  };
}
