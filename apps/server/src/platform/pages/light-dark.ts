/** The colour for light ground and the one for dark; each may be a function of numbers. */
const pair = /light-dark\(((?:[^(),]|\([^(),]*\))*), ((?:[^(),]|\([^(),]*\))*)\)/g;

/**
 * The custom properties of the tokens for browsers that do not know `light-dark()` yet: those for light ground, and for dark
 * ground those that differ once more.
 */
export function inBothSchemes(css: string): string {
  const dark = css
    .split(';')
    .filter((line) => line.includes('light-dark('))
    .map((line) => line.slice(line.search(/^ *--/m)).trim().replaceAll(pair, '$2'))
    .join(';');
  return `${css.replaceAll(pair, '$1')}
@media (prefers-color-scheme:dark){:root{${dark}}}
`;
}
