import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { Fragment, useCallback, useLayoutEffect, useRef, useState } from 'react';
import classes from './table.module.css';
import { moveBetweenRows, Table, TableCells, TableHead, type TableProps } from './table.tsx';

/** Short lists render all rows, so that the browser's search and printing work. */
const VIRTUAL_ROW_THRESHOLD = 200;
const ahead = 12;
const usualPx = 65;

/** A table that renders only visible rows if there are many. */
export function VirtualizedTable<Row>(props: TableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const [rowPx, setRowPx] = useState(usualPx);
  const isLong = props.rows.length > VIRTUAL_ROW_THRESHOLD;
  const { length } = props.rows;
  // Rows are taller in narrow windows. The page must not shrink when rows are removed.
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

function VirtualTable<Row>({
  label,
  rows,
  columns,
  getKey,
  rowPx,
}: TableProps<Row> & { rowPx: number }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [above, setAbove] = useState(0);
  // The list moves when content above it changes.
  useLayoutEffect(() => {
    const now = body.current?.getBoundingClientRect().top ?? 0;
    setAbove(Math.round(now + window.scrollY));
  });
  // The focused row stays rendered, so that scrolling doesn't lose the focus.
  const [focused, setFocused] = useState<number>();
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range);
      if (focused === undefined || focused >= range.count || shown.includes(focused)) return shown;
      return [...shown, focused].sort((one, other) => one - other);
    },
    [focused],
  );
  // Memoized, because a new function makes the library recompute all positions.
  const getItemKey = useCallback((at: number) => getKey(rows[at] as Row), [rows, getKey]);
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
        onKeyDown={moveBetweenRows}
        onFocus={({ target }) => {
          const at = target.closest('tr')?.dataset.index;
          setFocused(at === undefined ? undefined : Number(at));
        }}
        onBlur={() => setFocused(undefined)}
      >
        <TableHead columns={columns} />
        <tbody ref={body}>
          {items.map(({ index, key, start, end: after }) => {
            const gap = start - from;
            from = after;
            return (
              <Fragment key={key}>
                <Gap height={gap} />
                <tr ref={virtual.measureElement} data-index={index} aria-rowindex={index + 2}>
                  <TableCells row={rows[index] as Row} columns={columns} />
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

/** Takes the place of rows that aren't rendered. */
function Gap({ height }: { height: number }) {
  if (height <= 0) return null;
  return <tr aria-hidden className={classes.gap} style={{ blockSize: height }} />;
}
