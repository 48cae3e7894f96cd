import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useHere } from '../../shared/account.ts';
import { ProblemNotice } from '../../shared/notice.tsx';
import { useAct } from '../../shared/use-act.ts';
import type { Selection } from './asked.ts';
import classes from './list.module.css';
import { countQuery } from './queries.ts';
import type { Filter } from './search.ts';
import { standing, sumOf } from './standing.ts';
import { t } from './t.ts';

/** Selects what the filter lets through, also what has not been loaded, once it has been counted. */
export function AllMatching({
  filter,
  choose,
}: {
  filter: Filter;
  choose: (selection: Selection) => void;
}) {
  const here = useHere();
  const queries = useQueryClient();
  const { act, isBusy, problem } = useAct(async () => {
    const count = (which: Filter) => queries.fetchQuery(countQuery(here, which));
    const [counted, parts] = await Promise.all([
      count(filter),
      Promise.all(standing(filter).map(count)),
    ]);
    const isAll = Object.keys(filter).length === 0;
    choose({ ...counted, standing: sumOf(parts), which: isAll ? { all: true } : { filter } });
  });
  return (
    <div className={classes.all}>
      <ProblemNotice problem={problem} />
      <Button size="compact-sm" variant="subtle" loading={isBusy} onClick={() => void act()}>
        {t('selected.all')}
      </Button>
    </div>
  );
}
