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
      show: ({ state }) => <CredentialState state={state} />,
    },
    { title: t('issue.issuedOn'), isMinor: true, show: ({ issuedOn }) => givenDay(issuedOn) },
  ];
}

/** So many one request may name. */
const most = 10_000;

type Choosing = {
  choose: (id: string, isChosen: boolean) => void;
  setSelected: (ids: ReadonlySet<string>) => void;
};

/** Chooses some of the rows, or all that are loaded. */
export function chooser(
  rows: readonly Item[],
  selected: ReadonlySet<string>,
  { choose, setSelected }: Choosing,
): Column<Item> {
  const count = Math.min(rows.length, most);
  const areAll = selected.size >= count;
  return {
    title: t('select'),
    isNumber: true,
    head: (
      <Checkbox
        aria-label={t('select.loaded', { count })}
        checked={areAll}
        indeterminate={selected.size > 0 && !areAll}
        onChange={() =>
          setSelected(new Set(areAll ? [] : rows.slice(0, most).map(({ id }) => bareId(id))))
        }
      />
    ),
    show: ({ id, recipient }) => (
      <Checkbox
        aria-label={t('select.one', { name: recipient.name })}
        checked={selected.has(bareId(id))}
        disabled={selected.size >= most && !selected.has(bareId(id))}
        onChange={({ currentTarget }) => choose(bareId(id), currentTarget.checked)}
      />
    ),
  };
}
