import type { RecipientField, RowFilter, ShownRow } from '@insignia/recipients';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAccount } from '../../../shared/account.ts';
import { type DraftView, isCorrection } from '../work/view.ts';
import type { StepProps } from './steps.tsx';

const route = getRouteApi('/$accountId/imports/new');

/** Rows per fetch. */
const batch = 50;

type RowWindow = { count: number; words: Uint8Array };
export type ActiveCell = { position: number; field: RecipientField };

/** Loads visible rows from the worker, and applies edits. */
export function useGridRows({ session, view, show, fail }: StepProps) {
  const { api } = useAccount();
  const navigate = route.useNavigate();
  const { only } = route.useSearch();
  // Local state too, because the URL changes later than the click.
  const [shown, setShown] = useState<RowFilter>(only ?? 'all');
  const showOnly = (next: RowFilter) => {
    setShown(next);
    void navigate({
      search: (before) => ({ ...before, only: next === 'all' ? undefined : next }),
      replace: true,
    });
  };
  const [{ count, words }, setWindow] = useState<RowWindow>({ count: 0, words: new Uint8Array() });
  const [rows, setRows] = useState<ReadonlyMap<number, ShownRow>>(new Map());
  const [active, setActive] = useState<ActiveCell>();
  const [version, setVersion] = useState(0);
  const range = useRef<readonly [number, number]>([0, batch]);
  const { counts } = view;

  const fetchRows = useCallback(async () => {
    const [from, to] = range.current;
    const found = await session.ask('rows', from, to);
    setRows(new Map(found.map((row, at) => [from + at, row])));
  }, [session]);
  const look = useCallback(
    (first: number, last: number) => {
      const from = Math.max(0, Math.floor(first / batch - 1) * batch);
      const to = Math.ceil(last / batch + 1) * batch;
      if (from === range.current[0] && to === range.current[1]) return;
      range.current = [from, to];
      fetchRows().catch(fail);
    },
    [fetchRows, fail],
  );
  const refill = useCallback(async () => {
    setWindow(await session.ask('show', shown));
    await fetchRows();
  }, [session, shown, fetchRows]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version redraws the rows
  useEffect(() => {
    refill().catch(fail);
  }, [refill, version]);
  // People who have the badge already are known later than errors.
  const holders = counts?.holders;
  useEffect(() => {
    if (holders === undefined) return;
    session.ask('words').then((now) => setWindow((before) => ({ ...before, words: now })), fail);
    fetchRows().catch(fail);
  }, [holders, session, fetchRows, fail]);

  const showView = async (next: DraftView) => {
    show(next);
    const now = await session.ask('words');
    setWindow((before) => ({ ...before, words: now }));
    await fetchRows();
  };
  const showAndReload = (next: DraftView) => {
    show(next);
    setVersion((before) => before + 1);
  };
  const lookUpHolder = async (email: string) => {
    const { badgeId } = view.options;
    if (!badgeId || !email.includes('@') || isCorrection(view)) return;
    const known = await api.badges.holders({ badgeId, emails: [email] });
    if (known.emails.length + known.notEmailed.length > 0)
      show(await session.ask('addKnown', known));
  };
  const reportErrors =
    <Args extends unknown[], R>(act: (...args: Args) => Promise<R>) =>
    (...args: Args): Promise<R | undefined> =>
      act(...args).catch((error: unknown) => {
        fail(error);
        return undefined;
      });

  return {
    fields: view.fields,
    count,
    words,
    rows,
    look,
    shown,
    showOnly,
    active,
    setActive,
    set: reportErrors(async (row: number, field: RecipientField, text: string) => {
      await showView(await session.ask('set', row, field, text));
      // A failed lookup isn't an error of the list.
      if (field === 'email') await lookUpHolder(text.trim()).catch(() => undefined);
    }),
    fillDown: reportErrors(async () => {
      if (!active) return 0;
      const { filled, view: next } = await session.ask('fillDown', active.position, active.field);
      await showView(next);
      return filled;
    }),
    removeRow: reportErrors(async (row: number) =>
      showAndReload(await session.ask('removeRow', row)),
    ),
    removeRowsWithErrors: reportErrors(async () => {
      const { removed, view: next } = await session.ask('removeRowsWithErrors');
      showAndReload(next);
      return removed;
    }),
    undo: reportErrors(async () => showAndReload(await session.ask('undo'))),
  };
}
export type GridRows = ReturnType<typeof useGridRows>;
