import { Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { givenDay } from '../../shared/format.ts';
import { bareId } from '../../shared/random-id.ts';
import type { Column } from '../../shared/table.tsx';
import { Thing } from '../../shared/thing.tsx';
import { CredentialState, type State } from './state.tsx';
import { t } from './t.ts';

export type Item = {
  id: string;
  badge: { name: string; image: string };
  recipient: { name: string; email: string };
  issuedOn: string;
  state: State;
};
export const idOf = ({ id }: Item): string => id;

export function columnsOf(accountId: string): Column<Item>[] {
  return [
    {
      title: t('credentials.recipient'),
      show: ({ id, recipient, badge }) => (
        <Thing picture={badge.image}>
          <Link
            to="/$accountId/credentials/$credentialId"
            params={{ accountId, credentialId: bareId(id) }}
          >
            {recipient.name}
          </Link>
          <br />
          <span className="fine">{recipient.email}</span>
        </Thing>
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
          <CredentialState state={state} />
        ),
    },
    { title: t('issue.issuedOn'), isMinor: true, show: ({ issuedOn }) => givenDay(issuedOn) },
  ];
}

/** Maximum number of ids per request. */
const most = 10_000;

type Choosing = {
  choose: (id: string, isChosen: boolean) => void;
  setSelected: (ids: ReadonlySet<string>) => void;
  /** Everything that matches is selected, so rows can't be chosen. */
  isEvery: boolean;
};

/** Selects rows, or all loaded ones. */
export function chooser(
  rows: readonly Item[],
  selected: ReadonlySet<string>,
  { choose, setSelected, isEvery }: Choosing,
): Column<Item> {
  const count = Math.min(rows.length, most);
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
          setSelected(new Set(areAll ? [] : rows.slice(0, most).map(({ id }) => bareId(id))))
        }
      />
    ),
    show: ({ id, recipient }) => (
      <Checkbox
        aria-label={t('select.one', { name: recipient.name })}
        checked={isEvery || selected.has(bareId(id))}
        disabled={isEvery || (selected.size >= most && !selected.has(bareId(id)))}
        onChange={({ currentTarget }) => choose(bareId(id), currentTarget.checked)}
      />
    ),
  };
}
