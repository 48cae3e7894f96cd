import type { Design } from '@insignia/design';

export type Job = {
  design: Design;
  /** PNG or JPG by the address in the design. */
  pictures: ReadonlyMap<string, Uint8Array>;
  /** Pixels of the longer side. */
  side: number;
};

/** RGBA, not premultiplied. */
export type Drawn = { data: Uint8Array; width: number; height: number };
/** A missing resource: its place in the design and the remedy. */
export type Fault = { path: string; message: string };
export type Answer = Drawn | { faults: Fault[] } | { error: string };
