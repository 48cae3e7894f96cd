/**
 * Without dithering, paper stays pure white. Dithering adds a tint where the palette's white is off
 * by one, and enlarges the file. The fastest search finds equally good colors.
 */
export const flatPalette = { palette: true, effort: 1, dither: 0 } as const;
