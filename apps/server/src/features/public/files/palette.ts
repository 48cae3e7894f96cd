/**
 * Undithered: the nearest of the colours, so that paper stays white to the last pixel. Spread errors paint a tinted slab where the
 * palette's white is off by one, and make the file larger. The quickest search finds colours as good as the slow ones.
 */
export const flatPalette = { palette: true, effort: 1, dither: 0 } as const;
