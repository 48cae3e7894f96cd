/** Bounds of a design, far above what anybody draws. */
export const limits = {
  /** UTF-16 code units of `designJson`, as its contract counts them. */
  length: 2 * 1024 * 1024,
  /** Members of objects and items of lists, together. */
  values: 60_000,
  layers: 300,
  /** Characters of one text. */
  text: 500,
  /** Distance from the origin and length of a side, in units of the design. */
  extent: 10_000,
  /** Of stars and seals: deeper ones would be lines, without an area that a fill could be seen on. */
  depth: 0.95,
  /** Colours of one gradient. */
  stops: 12,
  /** Where others wait for it, of what is drawn: characters of text, of all paths together, dashes with their gaps, and layers that are put together aside (`isCostly`). */
  drawn: { text: 20_000, path: 4_000_000, dashes: 5_000, costly: 60, pictures: 12 },
} as const;
