// Styles say start and end, block and inline: what says left and right is on the wrong side in a language that is read from
// right to left. Pages of recipients, which turn by `dir` themselves, are looked at where it matters: what has a side.
import { glob, readFile } from 'node:fs/promises';

const strict = ['apps/dashboard/src/**/*.css', 'packages/tokens/*.css'];
const sided = ['apps/server/src/platform/pages/*.css'];

const ofSide =
  /^(?:(?:scroll-)?(?:margin|padding)-(?:left|right)|(?:left|right)|border-(?:left|right)(?:-\w+)?|border-(?:top|bottom)-(?:left|right)-radius)$/;
const ofBlock =
  /^(?:(?:min-|max-)?(?:width|height)|(?:scroll-)?(?:margin|padding)-(?:top|bottom)|(?:top|bottom)|border-(?:top|bottom)(?:-(?:width|style|color))?)$/;
const sidedValues = new Set(['text-align', 'float', 'clear']);
const shorthand = /^(?:(?:scroll-)?(?:margin|padding)|inset)$/;

/** Declarations of a sheet that name a side, or with `isStrict` a physical measure. */
function faultsIn(css: string, isStrict: boolean): string[] {
  const bare = css.replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, '');
  return Array.from(bare.matchAll(/(?<=[{;\s])([a-z-]+):([^;{}]+)(?=[;}])/g))
    .filter(([, name = '', value = '']) => isFault(name, value.trim(), isStrict))
    .map(([declaration]) => declaration);
}

function isFault(name: string, value: string, isStrict: boolean): boolean {
  if (ofSide.test(name) || (isStrict && ofBlock.test(name))) return true;
  if (sidedValues.has(name)) return /^(?:left|right)$/.test(value);
  if (!shorthand.test(name)) return false;
  const sides = value.match(/[^\s(]+(?:\([^)]*\))?/g) ?? [];
  return sides.length === 4 && sides[1] !== sides[3];
}

const planted: [css: string, isStrict: boolean][] = [
  ['a{margin-left:1px}', false],
  ['a{color:red;\n  right: 0;}', false],
  ['@media (max-width: 9px) { a { border-left-color: red } }', false],
  ['a{border-top-right-radius:1px}', false],
  ['a{text-align: right}', false],
  ['a{padding: 1px 2px 3px var(--space-4)}', false],
  ['a{min-width: 1px}', true],
  ['a{margin-top: 1px}', true],
];
const fine = [
  'a:hover{margin-inline-start:1px;text-align:start}',
  '/* left: 1px; */ @media (max-width: 9px) { a { margin: 0 1px 2px 1px } }',
];

const faults: string[] = [];
let files = 0;
for (const [globs, isStrict] of [
  [strict, true],
  [sided, false],
] as const)
  for await (const file of glob([...globs])) {
    files += 1;
    for (const fault of faultsIn(await readFile(file, 'utf8'), isStrict))
      faults.push(`${file}: ${fault.trim()}: say start, end, inline or block`);
  }
for (const [css, isStrict] of planted)
  if (faultsIn(css, isStrict).length === 0) faults.push(`unnoticed: ${css}`);
for (const css of fine) if (faultsIn(css, true).length > 0) faults.push(`no fault: ${css}`);
if (files < 20) faults.push(`only ${files} sheets were found`);

for (const fault of faults) console.error(fault);
console.log(`css: ${files} sheets, ${planted.length} planted crimes, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
