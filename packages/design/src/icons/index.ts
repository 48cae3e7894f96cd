import bundled from './icons.json' with { type: 'json' };

/** Paths of the bundled icons (Tabler, MIT) by name, drawn with a stroke in a box of 24 by 24. */
export const icons: Readonly<Record<string, string[]>> = bundled;

/** By a name that anybody may have written. */
export function findIcon(name: string): string[] | undefined {
  return Object.hasOwn(icons, name) ? icons[name] : undefined;
}
