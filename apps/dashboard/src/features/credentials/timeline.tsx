import { useQuery } from '@tanstack/react-query';
import { useHere } from '../../shared/account.ts';
import { moment } from '../../shared/format.ts';
import { Loaded } from '../../shared/loaded.tsx';
import classes from './one.module.css';
import { eventsQuery } from './queries.ts';
import { t } from './t.ts';

/** What happened to it, in words. */
export function Timeline({ awardId }: { awardId: string }) {
  const query = useQuery(eventsQuery(useHere(), awardId));
  return (
    <section className="sheet">
      <h2>{t('timeline')}</h2>
      <Loaded query={query} lines={3}>
        {(events) => (
          <ol className={classes.timeline}>
            {events.map(({ type, at, reason }) => (
              <li key={`${type}${at}`}>
                {t(`timeline.${type}`)}
                {reason && <> “{reason}”</>}
                <br />
                <time dateTime={at} className="fine">
                  {moment(at)}
                </time>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </section>
  );
}
