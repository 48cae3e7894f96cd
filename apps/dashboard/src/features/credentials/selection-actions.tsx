import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../messages/en/credentials.ts';
import { useAccount } from '../../shared/account.ts';
import { createLazyDialog } from '../../shared/lazy-part.tsx';
import { ProblemNotice } from '../../shared/notice.tsx';
import type { CredentialListFilter } from '../../shared/search.ts';
import { useAction } from '../../shared/use-action.ts';
import classes from './list.module.css';
import { countQuery } from './queries.ts';
import {
  countRevoked,
  excludeEmailed,
  excludeRevoked,
  type Selection,
  sumCounts,
  toCountValues,
} from './selection.ts';

const SendMany = createLazyDialog(async () => (await import('./bulk-dialogs.tsx')).BulkSendDialog);
const RevokeMany = createLazyDialog(
  async () => (await import('./bulk-dialogs.tsx')).BulkRevokeDialog,
);

export function SelectionActions({
  selection,
  clear,
}: {
  selection: Selection;
  clear: () => void;
}) {
  const [dialog, setDialog] = useState<'send' | 'revoke'>();
  const revoked = countRevoked(selection);
  const isNone = selection.unrevoked.count === 0;
  const props = { selection, clear, close: () => setDialog(undefined) };
  return (
    <section aria-label={t('selected.label')} className={classes.bar}>
      <span>
        {t('selected.count', toCountValues(selection))}
        {revoked.count > 0 && ` (${t('selected.revoked', toCountValues(revoked))})`}
      </span>
      <div className={classes.acts}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={isNone}
          onClick={() => setDialog('send')}
        >
          {t('send')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          data-tone="bad"
          disabled={isNone}
          onClick={() => setDialog('revoke')}
        >
          {t('revoke')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={clear}>
          {t('selected.none')}
        </Button>
      </div>
      <SendMany {...props} opened={dialog === 'send'} />
      <RevokeMany {...props} opened={dialog === 'revoke'} />
    </section>
  );
}

type Props = {
  filter: CredentialListFilter;
  /** The total, if everything is loaded. */
  known: number | undefined;
  choose: (selection: Selection) => void;
};

/**
 * Selects everything that matches the filter, including rows not loaded. Counts before offering it
 * and again when selected.
 */
export function AllMatching({ filter, known, choose }: Props) {
  const here = useAccount();
  const queries = useQueryClient();
  const { data } = useQuery({ ...countQuery(here, filter), enabled: known === undefined });
  const counted = known === undefined ? data : { count: known };
  const { act, isBusy, problem } = useAction(async () => {
    const count = async (...filters: CredentialListFilter[]) =>
      sumCounts(
        await Promise.all(filters.map((which) => queries.fetchQuery(countQuery(here, which)))),
      );
    const filters = excludeRevoked(filter);
    const [all, unrevoked, notEmailed] = await Promise.all([
      count(filter),
      count(...filters),
      count(...excludeEmailed(filters)),
    ]);
    const isAll = Object.keys(filter).length === 0;
    choose({ ...all, unrevoked, notEmailed, which: isAll ? { all: true } : { filter } });
  });
  return (
    <div className={classes.all}>
      <ProblemNotice problem={problem} />
      <Button size="compact-sm" variant="subtle" loading={isBusy} onClick={() => void act()}>
        {counted ? t('selected.all.counted', toCountValues(counted)) : t('selected.all')}
      </Button>
    </div>
  );
}
