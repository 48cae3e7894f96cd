// Generates packages/design/src/icons: icons.json, the Tabler icons (MIT) that suit badges, as
// paths in a 24 × 24 box; and words.json, their search words. --check only compares.
import { readFile, writeFile } from 'node:fs/promises';

const categories = new Set([
  ...['Animals', 'Badges', 'Buildings', 'Development', 'Electrical', 'Food', 'Games', 'Gestures'],
  ...[
    'Health',
    'Map',
    'Math',
    'Mood',
    'Nature',
    'Photography',
    'Sport',
    'Symbols',
    'Vehicles',
    'Weather',
  ],
]);
/** Variants and user interface icons. */
const variant =
  /-(?:off|plus|minus|x|check|cancel|up|down|left|right|pause|code|cog|bolt|search|share|pin|question|exclamation|dollar|star|heart|\d+)$|^(?:brand|device|map-pin|mood-|sort|square-)/;
const also = [
  ...[
    'award',
    'book',
    'books',
    'book-2',
    'brain',
    'briefcase',
    'bulb',
    'certificate',
    'certificate-2',
    'clock',
    'code',
  ],
  ...[
    'compass',
    'cpu',
    'crown',
    'diamond',
    'database',
    'feather',
    'flag',
    'flask',
    'gift',
    'globe',
    'heart',
  ],
  ...[
    'heart-handshake',
    'key',
    'language',
    'leaf',
    'library',
    'lock',
    'medal',
    'medal-2',
    'message',
    'microphone',
    'moon',
  ],
  ...[
    'mountain',
    'music',
    'network',
    'news',
    'palette',
    'pencil',
    'pennant',
    'presentation',
    'puzzle',
    'robot',
    'rocket',
  ],
  ...[
    'rosette',
    'rosette-discount-check',
    'ruler',
    'scale',
    'school',
    'settings',
    'shield',
    'shield-check',
    'shield-lock',
  ],
  ...[
    'sparkles',
    'speakerphone',
    'star',
    'stars',
    'sun',
    'target',
    'target-arrow',
    'telescope',
    'tools',
    'trophy',
    'users',
  ],
  ...[
    'users-group',
    'user-star',
    'wand',
    'world',
    'writing',
    'mood-smile',
    'chart-bar',
    'chart-pie',
    'server',
    'terminal',
  ],
];

type Nodes = Record<string, [string, Record<string, string>][]>;
const from = new URL('../node_modules/@tabler/icons/', import.meta.url);
const folder = new URL('../packages/design/src/icons/', import.meta.url);
const read = async (name: string) => JSON.parse(await readFile(new URL(name, from), 'utf8'));
const nodes = (await read('tabler-nodes-outline.json')) as Nodes;
const facts = (await read('icons.json')) as Record<
  string,
  { category: string; tags?: (string | number)[] }
>;

const names = Object.keys(nodes).filter(
  (name) =>
    also.includes(name) || (categories.has(facts[name]?.category ?? '') && !variant.test(name)),
);
const icons: Record<string, string[]> = {};
for (const name of names.sort()) {
  const parts = nodes[name] ?? [];
  if (parts.some(([element, { d }]) => element !== 'path' || !d))
    throw new Error(`${name} is more than paths`);
  icons[name] = parts.map(([, { d = '' }]) => d);
}
const own: Readonly<Record<string, string[]>> = {
  compass: ['leadership'],
  crown: ['leadership'],
  school: ['degree'],
  'users-group': ['leadership', 'teamwork'],
};
/** Search words beyond those in the names. */
const words = Object.fromEntries(
  Object.keys(icons).map((name) => {
    const tags = [...(facts[name]?.tags ?? []), ...(own[name] ?? [])].map((tag) =>
      `${tag}`.toLowerCase(),
    );
    return [name, [...new Set(tags)].filter((tag) => !name.includes(tag)).join(' ')];
  }),
);
const unknown = also.filter((name) => !(name in icons));
if (unknown.length > 0) throw new Error(`Tabler has no ${unknown.join(', ')}`);
for (const [file, content] of Object.entries({ 'icons.json': icons, 'words.json': words })) {
  const text = `${JSON.stringify(content)}\n`;
  const to = new URL(file, folder);
  if (!process.argv.includes('--check')) await writeFile(to, text);
  else if ((await readFile(to, 'utf8')) !== text)
    throw new Error(`${file} is stale: node scripts/pack-icons.ts`);
}
console.log(`icons: ${names.length}`);
