import bundledFilled from './filled-icons.json' with { type: 'json' };
import bundled from './icons.json' with { type: 'json' };

/** Paths of the bundled icons (Tabler, MIT) by name: strokes in a 24 × 24 box. */
export const icons: Readonly<Record<string, string[]>> = bundled;
/** Filled variants of some of them by the same names: areas in the same box. */
export const filledIcons: Readonly<Record<string, string[]>> = bundledFilled;

/** Accepts names from untrusted input. */
export function findIcon(name: string, filled = false): string[] | undefined {
  const all = filled ? filledIcons : icons;
  return Object.hasOwn(all, name) ? all[name] : undefined;
}
