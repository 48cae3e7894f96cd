/** Limits of a design, far above real use. */
export const designLimits = {
  /** UTF-16 code units of `designJson`, as the contract counts. */
  length: 2 * 1024 * 1024,
  /** Object members and array items together. */
  values: 60_000,
  layers: 300,
  /** Characters per text layer. */
  text: 500,
  /** Distance from the origin, and side length, in units of the design. */
  extent: 10_000,
  /** Deeper stars and seals would have no area to fill. */
  depth: 0.95,
  /** Colors per gradient. */
  stops: 12,
  /**
   * Limits while other requests wait for the renderer: characters of text, total path length,
   * dashes, and layers that need a canvas of their own (`isCostly`).
   */
  drawn: { text: 20_000, path: 4_000_000, dashes: 5_000, costly: 60, pictures: 12 },
} as const;

/** Limits of a certificate design, far above real use. Positions and lengths are in millimeters. */
export const certificateLimits = {
  /** UTF-16 code units as JSON. */
  length: 256 * 1024,
  /** Per side. */
  layers: 100,
  /** Characters per text layer. */
  text: 1_000,
  /** Different pictures of both sides. */
  pictures: 12,
  /** Shapes of fine lines on both sides. */
  fineShapes: 12,
  /**
   * On both sides, because a picture of the certificate draws them one by one: dashes and gaps,
   * petals of all strands and rings, and radial gradients.
   */
  dashes: 5_000,
  petals: 2_000,
  radialGradients: 24,
  strokeWidth: 100,
  position: { min: -100, max: 500 },
  size: { min: 0.1, max: 500 },
  /** In points. */
  fontSize: { min: 4, max: 200 },
} as const;

/** The same of a share card. Positions and lengths are in pixels. */
export const cardLimits = {
  ...certificateLimits,
  position: { min: -2_400, max: 2_400 },
  size: { min: 1, max: 2_400 },
  fontSize: { min: 8, max: 400 },
} as const;

/** Fonts and weights that designs may use. */
export const fonts = [
  { font: 'Source Sans 3', weights: [400, 700] },
  { font: 'Source Serif 4', weights: [400, 700] },
  { font: 'Playfair Display', weights: [400, 700] },
  { font: 'Cinzel', weights: [400, 700] },
  { font: 'Oswald', weights: [400, 700] },
  { font: 'Montserrat', weights: [400, 700] },
  { font: 'Great Vibes', weights: [400] },
] as const;
