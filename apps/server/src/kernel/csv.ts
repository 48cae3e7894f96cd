// Characters that start a formula, including full-width forms (OWASP, "CSV Injection").
const insideCell = /(?<=[;\n])(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/g;

/**
 * CSV options that prevent formulas, also for programs that separate cells by `;` or line breaks.
 */
export const csvOptions = {
  bom: true,
  escape_formulas: true,
  quoted_match: ';',
  cast: { string: (cell: string) => cell.replaceAll(insideCell, "'") },
} as const;
