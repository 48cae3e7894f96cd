import type { Design } from '@insignia/design';

export type Job = {
  design: Design;
  /** PNG or JPG, by the address under which the design names them. */
  pictures: ReadonlyMap<string, Uint8Array>;
  /** Pixels of the longer side. */
  side: number;
};

/** RGBA, not premultiplied. */
export type Drawn = { data: Uint8Array; width: number; height: number };
/** What the design names and nobody has: where, and what to do about it. */
export type Fault = { path: string; message: string };
export type Answer = Drawn | { faults: Fault[] } | { error: string };
