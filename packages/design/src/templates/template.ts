import type { Palette } from '../palette/palette.ts';
import type { Design } from '../schema.ts';

/** What a template is filled with. */
export type Words = {
  /** Name of the badge. */
  title: string;
  issuer: string;
  /** Name of a bundled icon. */
  icon: string;
};

/** A design to begin with. */
export type Template = {
  /** For good: designs of the API name it. */
  id: string;
  name: string;
  make: (palette: Palette, words: Words) => Design;
};
