// What starts a formula, in the full-width form too (OWASP, "CSV Injection").
const insideCell = /(?<=[;\n])(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/g;

/**
 * How tables leave: nothing in a cell is a formula to a spreadsheet, also where `;` or a line break parts its cells
 * rather than `,`.
 */
export const tableForm = {
  bom: true,
  escape_formulas: true,
  quoted_match: ';',
  cast: { string: (cell: string) => cell.replaceAll(insideCell, "'") },
} as const;
