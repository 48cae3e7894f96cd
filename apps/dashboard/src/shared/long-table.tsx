import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { Fragment, useCallback, useLayoutEffect, useRef, useState } from 'react';
import classes from './table.module.css';
import { Cells, Head, type Rows, Table, walk } from './table.tsx';

/** So many are drawn all: they are found by the browser's own search, and printed. */
const fewRows = 200;
const ahead = 12;
const usualPx = 65;

/** A list of which only those rows are drawn that are in sight, when there are many. */
export function LongTable<Row>(props: Rows<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const [rowPx, setRowPx] = useState(usualPx);
  const isLong = props.rows.length > fewRows;
  const { length } = props.rows;
  // Rows are higher where the window is narrow; the page must not shrink when the others are no longer drawn.
  useLayoutEffect(() => {
    const drawn = isLong ? undefined : frame.current?.querySelector('tbody')?.offsetHeight;
    if (drawn && length > 0) setRowPx(drawn / length);
  }, [isLong, length]);
  return (
    <div ref={frame}>
      {isLong ? <VirtualTable {...props} rowPx={rowPx} /> : <Table {...props} />}
    </div>
  );
}

function VirtualTable<Row>({ label, rows, columns, keyOf, rowPx }: Rows<Row> & { rowPx: number }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [above, setAbove] = useState(0);
  // What stands above the list comes and goes.
  useLayoutEffect(() => {
    const now = body.current?.getBoundingClientRect().top ?? 0;
    setAbove(Math.round(now + window.scrollY));
  });
  // The row that has the focus stays, however far one scrolls.
  const [focused, setFocused] = useState<number>();
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range);
      if (focused === undefined || focused >= range.count || shown.includes(focused)) return shown;
      return [...shown, focused].sort((one, other) => one - other);
    },
    [focused],
  );
  // Another function would have the places of all rows reckoned anew.
  const getItemKey = useCallback((at: number) => keyOf(rows[at] as Row), [rows, keyOf]);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowPx,
    getItemKey,
    overscan: ahead,
    scrollMargin: above,
    rangeExtractor,
  });
  const items = virtual.getVirtualItems();
  const end = virtual.getTotalSize() + above;
  let from = above;
  return (
    <div className={classes.frame}>
      <table
        className={classes.table}
        data-long
        aria-label={label}
        aria-rowcount={rows.length + 1}
        onKeyDown={walk}
        onFocus={({ target }) => {
          const at = target.closest('tr')?.dataset.index;
          setFocused(at === undefined ? undefined : Number(at));
        }}
        onBlur={() => setFocused(undefined)}
      >
        <Head columns={columns} />
        <tbody ref={body}>
          {items.map(({ index, key, start, end: after }) => {
            const gap = start - from;
            from = after;
            return (
              <Fragment key={key}>
                <Gap height={gap} />
                <tr ref={virtual.measureElement} data-index={index} aria-rowindex={index + 2}>
                  <Cells row={rows[index] as Row} columns={columns} />
                </tr>
              </Fragment>
            );
          })}
          <Gap height={end - from} />
        </tbody>
      </table>
    </div>
  );
}

/** Stands for rows that are not drawn. */
function Gap({ height }: { height: number }) {
  if (height <= 0) return null;
  return <tr aria-hidden className={classes.gap} style={{ blockSize: height }} />;
}
