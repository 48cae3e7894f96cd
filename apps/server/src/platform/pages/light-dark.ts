/** Colors for light and dark backgrounds. Each may be a function of numbers. */
const pair = /light-dark\(((?:[^(),]|\([^(),]*\))*), ((?:[^(),]|\([^(),]*\))*)\)/g;

/** Fallback for browsers without `light-dark()`: light values, and dark values that differ. */
export function expandLightDark(css: string): string {
  const dark = css
    .split(';')
    .filter((line) => line.includes('light-dark('))
    .map((line) => line.slice(line.search(/^ *--/m)).trim().replaceAll(pair, '$2'))
    .join(';');
  return `${css.replaceAll(pair, '$1')}
@media (prefers-color-scheme:dark){:root{${dark}}}
`;
}
