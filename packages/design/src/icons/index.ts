import bundled from './icons.json' with { type: 'json' };

/** Paths of the bundled icons (Tabler, MIT) by name: strokes in a 24 × 24 box. */
export const icons: Readonly<Record<string, string[]>> = bundled;

/** Accepts names from untrusted input. */
export function findIcon(name: string): string[] | undefined {
  return Object.hasOwn(icons, name) ? icons[name] : undefined;
}
