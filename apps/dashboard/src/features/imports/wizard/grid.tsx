import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useEffect, useRef } from 'react';
import { fieldName } from '../field-name.ts';
import { t } from '../t.ts';
import { GridRow } from './grid-row.tsx';
import type { Rows } from './use-rows.ts';
import { useWalk } from './use-walk.ts';
import classes from './wizard.module.css';

const [plainPx, wordsPx, headPx] = [45, 70, 40];
const ahead = 8;
/** Fields that every row has. */
const always = 4;

/** As many rows as are in sight, of ten thousand. */
export function Grid({ rows }: { rows: Rows }) {
  const frame = useRef<HTMLDivElement>(null);
  const { count, words, look, fields } = rows;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: (at) => (words[at] ? wordsPx : plainPx),
    overscan: ahead,
    scrollPaddingStart: headPx,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => look(first, last), [look, first, last]);
  const walk = useWalk(frame, rows, (position) => virtual.scrollToIndex(position));
  return (
    <div className={classes.frame} ref={frame} tabIndex={-1} data-scrolled>
      <table
        aria-label={t('check.list')}
        aria-rowcount={count + 1}
        className={classes.grid}
        style={{ '--more': `repeat(${Math.max(1, fields.length - always)}, minmax(9rem, 2fr))`, '--wide': `${always * 8 + 9 * (fields.length - always)}rem` } as CSSProperties}
        data-more={fields.length > always || undefined}
        onKeyDown={walk}
      >
        <thead>
          <tr aria-rowindex={1} className={classes.gridRow}>
            <th scope="col">{t('check.row')}</th>
            {fields.map((field) => (
              <th scope="col" key={field}>
                {fieldName(field)}
              </th>
            ))}
            <th scope="col">
              <span className="unseen">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => (
            <GridRow
              key={index}
              position={index}
              start={start}
              measure={virtual.measureElement}
              row={rows.rows.get(index)}
              rows={rows}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
