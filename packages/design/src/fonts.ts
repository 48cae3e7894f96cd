/** The fonts that designs may name; `files` lie in the folder `fonts` of this package. */
export const fonts = [
  { font: 'Source Sans 3', files: { 400: 'SourceSans3-400.ttf', 700: 'SourceSans3-700.ttf' } },
  { font: 'Source Serif 4', files: { 400: 'SourceSerif4-400.ttf', 700: 'SourceSerif4-700.ttf' } },
  {
    font: 'Playfair Display',
    files: { 400: 'PlayfairDisplay-400.ttf', 700: 'PlayfairDisplay-700.ttf' },
  },
  { font: 'Cinzel', files: { 400: 'Cinzel-400.ttf', 700: 'Cinzel-700.ttf' } },
  { font: 'Oswald', files: { 400: 'Oswald-400.ttf', 700: 'Oswald-700.ttf' } },
  { font: 'Montserrat', files: { 400: 'Montserrat-400.ttf', 700: 'Montserrat-700.ttf' } },
  { font: 'Great Vibes', files: { 400: 'GreatVibes-400.ttf' } },
] as const;
