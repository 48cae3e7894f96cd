/** URLs of the bundled fonts, written out so that bundlers find them. */
export const fontFiles: readonly { font: string; weight: 400 | 700; url: URL }[] = [
  {
    font: 'Source Sans 3',
    weight: 400,
    url: new URL('../fonts/SourceSans3-400.ttf', import.meta.url),
  },
  {
    font: 'Source Sans 3',
    weight: 700,
    url: new URL('../fonts/SourceSans3-700.ttf', import.meta.url),
  },
  {
    font: 'Source Serif 4',
    weight: 400,
    url: new URL('../fonts/SourceSerif4-400.ttf', import.meta.url),
  },
  {
    font: 'Source Serif 4',
    weight: 700,
    url: new URL('../fonts/SourceSerif4-700.ttf', import.meta.url),
  },
  {
    font: 'Playfair Display',
    weight: 400,
    url: new URL('../fonts/PlayfairDisplay-400.ttf', import.meta.url),
  },
  {
    font: 'Playfair Display',
    weight: 700,
    url: new URL('../fonts/PlayfairDisplay-700.ttf', import.meta.url),
  },
  { font: 'Cinzel', weight: 400, url: new URL('../fonts/Cinzel-400.ttf', import.meta.url) },
  { font: 'Cinzel', weight: 700, url: new URL('../fonts/Cinzel-700.ttf', import.meta.url) },
  { font: 'Oswald', weight: 400, url: new URL('../fonts/Oswald-400.ttf', import.meta.url) },
  { font: 'Oswald', weight: 700, url: new URL('../fonts/Oswald-700.ttf', import.meta.url) },
  { font: 'Montserrat', weight: 400, url: new URL('../fonts/Montserrat-400.ttf', import.meta.url) },
  { font: 'Montserrat', weight: 700, url: new URL('../fonts/Montserrat-700.ttf', import.meta.url) },
  {
    font: 'Great Vibes',
    weight: 400,
    url: new URL('../fonts/GreatVibes-400.ttf', import.meta.url),
  },
];
