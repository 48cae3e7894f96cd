/** A list as one text field of the form, so that drafts and conflict resolution work. */
export function parseRows<Row>(text: string): Row[] {
  return text === '' ? [] : (JSON.parse(text) as Row[]);
}

export function serializeRows(rows: readonly object[]): string {
  return rows.length === 0 ? '' : JSON.stringify(rows);
}

export function omitEmpty<Row extends Readonly<Record<string, string>>>(row: Row): Partial<Row> {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => value.trim() !== ''),
  ) as Partial<Row>;
}
