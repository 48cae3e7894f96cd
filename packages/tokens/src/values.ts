export type Ground = 'light' | 'dark';
/** The tokens by their names without dashes, as what knows no custom properties takes them: `titleS` is `20px`. */
export type TokenValues = Readonly<Record<string, string>>;

const remPx = 16;
const scheme = /light-dark\(((?:[^(),]|\([^(),]*\))*), ((?:[^(),]|\([^(),]*\))*)\)/g;
// The first block has them all; those below it only choose.
const block = /:root \{([^}]*)\}/;
const token = /--([\w-]+):\s*([^;]+);/g;

/** What `tokens.css` says, on one ground. */
export function valuesOf(css: string, ground: Ground): TokenValues {
  const said = (block.exec(css)?.[1] ?? '').replaceAll(scheme, ground === 'light' ? '$1' : '$2');
  return Object.fromEntries(
    Array.from(said.matchAll(token), ([, name = '', value = '']) => [
      name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value
        .trim()
        .replaceAll(/([\d.]+)rem\b/g, (_, rem: string) => `${Number(rem) * remPx}px`)
        .replaceAll('"', "'"),
    ]),
  );
}
