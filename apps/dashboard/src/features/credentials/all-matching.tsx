import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAccount } from '../../shared/account.ts';
import { ProblemNotice } from '../../shared/notice.tsx';
import { useAction } from '../../shared/use-action.ts';
import { excludeRevoked, sumCounts, toCountValues } from './counts.ts';
import type { Selection } from './dialog-props.ts';
import classes from './list.module.css';
import { countQuery } from './queries.ts';
import type { CredentialListFilter } from './search.ts';
import { t } from './t.ts';

/** `known` is the total, if everything is loaded. */
type Props = {
  filter: CredentialListFilter;
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
    const count = (which: CredentialListFilter) => queries.fetchQuery(countQuery(here, which));
    const [all, parts] = await Promise.all([
      count(filter),
      Promise.all(excludeRevoked(filter).map(count)),
    ]);
    const isAll = Object.keys(filter).length === 0;
    choose({ ...all, standing: sumCounts(parts), which: isAll ? { all: true } : { filter } });
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
