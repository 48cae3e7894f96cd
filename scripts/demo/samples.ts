import sharp from 'sharp';

/** A family of badges: one shape, two colors, and an icon that grows with the level. */
export const badges = [
  {
    name: 'First steps',
    description: 'Knows how a credential is issued, shown and verified.',
    criteria: '- Issued a badge\n- Opened its **public page**\n- Verified it',
    picture: picture('#0f766e', '#5eead4', star(5, 88, 38, 250)),
  },
  {
    name: 'Data storyteller',
    description: 'Turns a table of numbers into a picture that others understand.',
    criteria:
      '1. Cleaned a data set of one’s own\n2. Drew three charts\n3. Told in five minutes what they mean',
    picture: picture('#4338ca', '#c7d2fe', bars()),
  },
  {
    name: 'Open science mentor',
    description: 'Led others through a project whose data and methods anyone can check.',
    criteria: 'Led **two** teams from the first question to a published data set.',
    picture: picture('#9a3412', '#fdba74', star(12, 100, 62, 250)),
  },
] as const;

function picture(dark: string, light: string, sign: string): Promise<string> {
  const hexagon = polygon(6, 236, 0);
  const inner = polygon(6, 196, 0);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600" viewBox="0 0 500 500">
    <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient></defs>
    <polygon points="${hexagon}" fill="${dark}" stroke="${dark}" stroke-width="20" stroke-linejoin="round"/>
    <polygon points="${inner}" fill="url(#g)" stroke="#fff" stroke-width="8" stroke-linejoin="round"/>
    <g fill="#fff">${sign}</g>
    <path d="M70 360 h360 l-30 34 30 34 h-360 l30 -34 z" fill="#fff"/><path d="M104 374 h292 l-16 20 16 20 h-292 l16 -20 z" fill="${dark}"/>
  </svg>`;
  return sharp(Buffer.from(svg))
    .png()
    .toBuffer()
    .then((bytes) => bytes.toString('base64'));
}

function polygon(corners: number, radius: number, turn: number): string {
  return Array.from({ length: corners }, (_, n) => {
    const angle = turn + (2 * Math.PI * n) / corners - Math.PI / 2;
    return `${(250 + radius * Math.cos(angle)).toFixed(1)},${(250 + radius * Math.sin(angle)).toFixed(1)}`;
  }).join(' ');
}

function star(points: number, outer: number, inner: number, centre: number): string {
  const corners = Array.from({ length: points * 2 }, (_, n) => {
    const radius = n % 2 === 0 ? outer : inner;
    const angle = (Math.PI * n) / points - Math.PI / 2;
    return `${(centre + radius * Math.cos(angle)).toFixed(1)},${(centre - 20 + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `<polygon points="${corners.join(' ')}"/>`;
}

function bars(): string {
  return [60, 105, 85, 150]
    .map(
      (height, n) =>
        `<rect x="${160 + n * 48}" y="${320 - height}" width="34" height="${height}" rx="6"/>`,
    )
    .join('');
}

const first = [
  'Ada',
  'Noor',
  'Kenji',
  'Amara',
  'Søren',
  'Lucía',
  'Oleksandr',
  'Mei',
  'Tomasz',
  'Priya',
];
const last = [
  'Lovelace',
  'Haddad',
  'Tanaka',
  'Okafor',
  'Kierkegaard',
  'Fernández',
  'Kovalenko',
  'Zhang',
  'Nowak',
  'Raman',
];
const dayMs = 86_400_000;

/** Returns a CSV file of `count` recipients, issued over the last 60 days. */
export function sampleCsv(count: number, now: number): string {
  const rows = Array.from({ length: count }, (_, n) => {
    const name = `${first[n % first.length]} ${last[Math.floor(n / first.length) % last.length]}`;
    const issuedOn = new Date(now - ((n * 37) % 60) * dayMs).toISOString().slice(0, 10);
    return `${name},learner-${n + 1}@example.org,${issuedOn}`;
  });
  return ['name,email,issuedOn', ...rows].join('\n');
}
