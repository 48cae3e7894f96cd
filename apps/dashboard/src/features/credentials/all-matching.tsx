import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useHere } from '../../shared/account.ts';
import { ProblemNotice } from '../../shared/notice.tsx';
import { useAct } from '../../shared/use-act.ts';
import type { Selection } from './asked.ts';
import classes from './list.module.css';
import { countQuery } from './queries.ts';
import type { Filter } from './search.ts';
import { standing, sumOf, valuesOf } from './standing.ts';
import { t } from './t.ts';

/** `known` is the total, if everything is loaded. */
type Props = {
  filter: Filter;
  known: number | undefined;
  choose: (selection: Selection) => void;
};

/**
 * Selects everything that matches the filter, including rows not loaded. Counts before offering it
 * and again when selected.
 */
export function AllMatching({ filter, known, choose }: Props) {
  const here = useHere();
  const queries = useQueryClient();
  const { data } = useQuery({ ...countQuery(here, filter), enabled: known === undefined });
  const counted = known === undefined ? data : { count: known };
  const { act, isBusy, problem } = useAct(async () => {
    const count = (which: Filter) => queries.fetchQuery(countQuery(here, which));
    const [all, parts] = await Promise.all([
      count(filter),
      Promise.all(standing(filter).map(count)),
    ]);
    const isAll = Object.keys(filter).length === 0;
    choose({ ...all, standing: sumOf(parts), which: isAll ? { all: true } : { filter } });
  });
  return (
    <div className={classes.all}>
      <ProblemNotice problem={problem} />
      <Button size="compact-sm" variant="subtle" loading={isBusy} onClick={() => void act()}>
        {counted ? t('selected.all.counted', valuesOf(counted)) : t('selected.all')}
      </Button>
    </div>
  );
}
