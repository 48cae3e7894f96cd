import type { Palette } from '../palette/palette.ts';
import type { Design } from '../schema.ts';

/** A stored picture, by content address. */
export type Logo = { picture: string; width: number; height: number };

export type TemplateContent = {
  /** Name of the badge. */
  title: string;
  issuer: string;
  /** Name of a bundled icon. */
  icon: string;
  /** The issuer's logo. Without it, the template leaves no space for one. */
  logo?: Logo | undefined;
};

export type Template = {
  /** Permanent: API designs refer to it. */
  id: string;
  name: string;
  make: (palette: Palette, words: TemplateContent) => Design;
};
