/** A font family and its code points as sorted ranges: `from[n]` to `to[n]`. */
export type FontCoverage = { name: string; from: number[]; to: number[] };

/** Parses coverage.txt: one family per line, a tab, hexadecimal ranges. */
export function readCoverage(list: string): FontCoverage[] {
  return list
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', ranges = ''] = line.split('\t');
      const pairs = ranges
        .split(' ')
        .map((range) => range.split('-').map((hex) => parseInt(hex, 16)));
      return {
        name,
        from: pairs.map(([first = 0]) => first),
        to: pairs.map(([first = 0, last = first]) => last),
      };
    });
}

export function hasCodePoint({ from, to }: FontCoverage, codePoint: number): boolean {
  let low = 0;
  let high = from.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (codePoint < (from[middle] ?? 0)) high = middle - 1;
    else if (codePoint > (to[middle] ?? 0)) low = middle + 1;
    else return true;
  }
  return false;
}
