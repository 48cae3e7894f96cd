import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { getFieldLabel } from '../field-label.ts';
import { t } from '../t.ts';
import { FIXED_FIELD_COUNT, GridRow } from './grid-row.tsx';
import { useGridKeyboard } from './use-grid-keyboard.ts';
import type { GridRows } from './use-grid-rows.ts';
import classes from './wizard.module.css';

const [plainPx, wordsPx, morePx, headPx] = [45, 25, 52, 40];
const ahead = 8;

/** Renders only visible rows. */
export function Grid({ rows }: { rows: GridRows }) {
  const frame = useRef<HTMLDivElement>(null);
  const { count, words, look, fields } = rows;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: (at) =>
      plainPx + (words[at] ? wordsPx : 0) + (fields.length > FIXED_FIELD_COUNT ? morePx : 0),
    overscan: ahead,
    scrollPaddingStart: headPx,
  });
  const items = virtual.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => look(first, last), [look, first, last]);
  const walk = useGridKeyboard(frame, rows, (position) => virtual.scrollToIndex(position));
  return (
    <div className={classes.frame} ref={frame} tabIndex={-1} data-scrolled>
      <table
        aria-label={t('check.list')}
        aria-rowcount={count + 1}
        className={classes.grid}
        onKeyDown={walk}
      >
        <thead>
          <tr aria-rowindex={1} className={classes.gridRow}>
            <th scope="col">{t('check.row')}</th>
            {fields.slice(0, FIXED_FIELD_COUNT).map((field) => (
              <th scope="col" key={field}>
                {getFieldLabel(field)}
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
