import { memo, useMemo } from 'react';
import { type Act, ActSentence } from '../../shared/act.tsx';
import { clock, day, moment } from '../../shared/format.ts';
import classes from './audit.module.css';
import { t } from './t.ts';

/** By days, newest first. */
export function Log({ acts }: { acts: readonly Act[] }) {
  const days = useMemo(() => Map.groupBy(acts, ({ at }) => day(at)), [acts]);
  const today = day(new Date());
  return (
    <div className={classes.log}>
      {[...days].map(([name, some]) => (
        <section key={name} aria-label={name}>
          <h2>{name === today ? t('audit.today') : name}</h2>
          <ol>
            {some.map((act) => (
              <Entry key={act.id} act={act} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

/** Of those that were there before, none is drawn anew when more come. */
const Entry = memo(({ act }: { act: Act }) => {
  const { at, fields, action, actor } = act;
  return (
    <li>
      <time dateTime={at} title={moment(at)}>
        {clock(at)}
      </time>
      <div>
        <p>
          <ActSentence act={act} />
        </p>
        {action.startsWith('update') && fields.length > 0 && (
          <p className="fine">{t('audit.fields', { fields: fields.join(', ') })}</p>
        )}
      </div>
      {actor?.email && <span className={`fine ${classes.email}`}>{actor.email}</span>}
    </li>
  );
});
