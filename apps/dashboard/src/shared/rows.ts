/** A list that a form keeps as one of its fields, which are texts: so that drafts, comparing and overwriting know it. */
export function rowsIn<Row>(text: string): Row[] {
  return text === '' ? [] : (JSON.parse(text) as Row[]);
}

export function rowsAsText(rows: readonly object[]): string {
  return rows.length === 0 ? '' : JSON.stringify(rows);
}

/** Without the members that are empty, which say nothing. */
export function saidIn<Row extends Readonly<Record<string, string>>>(row: Row): Partial<Row> {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => value.trim() !== ''),
  ) as Partial<Row>;
}
