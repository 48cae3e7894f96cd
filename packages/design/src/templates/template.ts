import type { Palette } from '../palette/palette.ts';
import type { Design } from '../schema.ts';

/** A picture that the service keeps, by its content address. */
export type Logo = { picture: string; width: number; height: number };

/** What a template is filled with. */
export type Words = {
  /** Name of the badge. */
  title: string;
  issuer: string;
  /** Name of a bundled icon. */
  icon: string;
  /** The issuer's; a template that gets none has no place for one either. */
  logo?: Logo | undefined;
};

/** A design to begin with. */
export type Template = {
  /** For good: designs of the API name it. */
  id: string;
  name: string;
  make: (palette: Palette, words: Words) => Design;
};
