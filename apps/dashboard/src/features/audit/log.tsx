import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { memo, useId, useMemo, useState } from 'react';
import { type Act, ActSentence, FoldSentence } from '../../shared/act.tsx';
import { foldActs } from '../../shared/fold-acts.ts';
import { clocks, clockToSecond, day, moment, weekday } from '../../shared/format.ts';
import { ActIcon } from './act-icon.tsx';
import classes from './audit.module.css';
import { ImportState } from './import-state.tsx';
import { t } from './t.ts';

type Fold = readonly Act[];
const dayMs = 86_400_000;
const few = 200;

/** Grouped by day, newest first. Repeated actions of one kind are one line. */
export function Log({ acts }: { acts: readonly Act[] }) {
  const days = useMemo(() => Map.groupBy(acts, ({ at }) => day(at)), [acts]);
  const names = new Map([
    [day(Date.now() - dayMs), t('audit.yesterday')],
    [day(Date.now()), t('audit.today')],
  ]);
  return (
    <div className={classes.log} data-long={acts.length > few || undefined}>
      {[...days].map(([name, some]) => (
        <section key={name} aria-label={name}>
          <h2>
            {names.get(name) ?? weekday(some[0]?.at ?? '')}
            {names.has(name) && <span>{weekday(some[0]?.at ?? '')}</span>}
          </h2>
          <ol>
            {foldActs(some).map((fold) => (
              <Entry key={fold[0]?.id} fold={fold} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

/** Memoized, so that loading more doesn't redraw existing entries. */
const Entry = memo(
  ({ fold }: { fold: Fold }) => {
    const [act] = fold;
    const [isOpen, setOpen] = useState(false);
    const parts = useId();
    if (!act) return null;
    const { at, actor } = act;
    const isOne = fold.length === 1;
    const Chevron = isOpen ? IconChevronUp : IconChevronDown;
    return (
      <li className={classes.entry}>
        <ActIcon kind={act.about?.kind} />
        <div className={classes.said}>
          <p>
            <FoldSentence fold={fold} />
          </p>
          {isOne && <Given act={act} />}
          {isOne && <ImportState act={act} />}
          {!isOne && (
            <button
              type="button"
              className={classes.fold}
              aria-expanded={isOpen}
              aria-controls={isOpen ? parts : undefined}
              onClick={() => setOpen(!isOpen)}
            >
              {t('audit.parts', { count: fold.length })}
              <Chevron size={14} aria-hidden />
            </button>
          )}
        </div>
        {actor?.email && <span className={`fine ${classes.email}`}>{actor.email}</span>}
        <time dateTime={at} title={moment(at)}>
          {clocks(fold.at(-1)?.at ?? at, at)}
        </time>
        {isOpen && !isOne && <Parts fold={fold} id={parts} />}
      </li>
    );
  },
  // Later pages don't change earlier entries.
  (before, now) => before.fold.length === now.fold.length && before.fold[0]?.id === now.fold[0]?.id,
);

function Parts({ fold, id }: { fold: Fold; id: string }) {
  return (
    <ol id={id} className={classes.parts}>
      {fold.map((act) => (
        <li key={act.id} className={classes.part}>
          <div className={classes.said}>
            <p>
              <ActSentence act={act} />
            </p>
            <Given act={act} />
            <ImportState act={act} />
          </div>
          <time dateTime={act.at} title={moment(act.at)}>
            {clockToSecond(act.at)}
          </time>
        </li>
      ))}
    </ol>
  );
}

/** The changed fields. */
function Given({ act: { action, fields } }: { act: Act }) {
  if (!action.startsWith('update') || fields.length === 0) return null;
  return <p className="fine">{t('audit.fields', { fields: fields.join(', ') })}</p>;
}
