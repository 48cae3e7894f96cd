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
