// Generates packages/design/src/icons: icons.json, the Tabler icons (MIT) that suit badges, as
// paths in a 24 × 24 box; filled-icons.json, their filled variants; and words.json, their search
// words. --check only compares.
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
  ...['calendar-event', 'guitar-pick', 'headphones', 'lifebuoy', 'metronome', 'solar-panel'],
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
const filledNodes = (await read('tabler-nodes-filled.json')) as Nodes;
const facts = (await read('icons.json')) as Record<
  string,
  { category: string; tags?: (string | number)[] }
>;

const names = Object.keys(nodes).filter(
  (name) =>
    also.includes(name) || (categories.has(facts[name]?.category ?? '') && !variant.test(name)),
);
/** Throws for other elements than paths, because the design package draws only these. */
function readPaths(name: string, parts: Nodes[string] = []): string[] {
  if (parts.some(([element, { d }]) => element !== 'path' || !d))
    throw new Error(`${name} is more than paths`);
  return parts.map(([, { d = '' }]) => d);
}

const icons: Record<string, string[]> = {};
for (const name of names.sort()) icons[name] = readPaths(name, nodes[name]);
const filled = Object.fromEntries(
  names
    .filter((name) => name in filledNodes)
    .map((name) => [name, readPaths(name, filledNodes[name])]),
);
/** Subjects of badges, as search words, with the icons that suit them. */
const topics: Readonly<Record<string, string>> = {
  degree: 'school',
  'first aid emergency rescue':
    'activity-heartbeat ambulance bandage emergency-bed first-aid-kit heart heart-handshake heart-rate-monitor heartbeat lifebuoy lungs medical-cross medical-cross-circle hospital pill stethoscope vaccine ribbon-health firetruck',
  'safety protection secure':
    'biohazard building-warehouse face-mask fingerprint-scan fire-hydrant firetruck first-aid-kit hand-stop helmet key lifebuoy lock parachute radioactive shield shield-check shield-lock traffic-cone',
  'language speaking translation':
    'a-b ai alt ampersand api-book book books braille confucius ear feather flag globe language message microphone speakerphone world writing',
  'music musical band concert':
    'guitar-pick headphones metronome ear hand-love-you microphone music piano speakerphone star theater masks-theater stars',
  'sport athletics fitness training':
    'acrobatic archery-arrow ball-american-football ball-baseball ball-basketball ball-football ball-tennis ball-volleyball barbell bike dumbbell karate kayak medal olympics podium run scoreboard swimming trophy',
  'volunteer charity community help':
    'building-community empathize gift hand-love-you hand-stop heart heart-handshake leaf mood-smile plant recycle ribbon-health seedling speakerphone users users-group world',
  'coding programming software developer':
    'api api-app assembly braces brackets bug cloud code code-ai codeblock command cpu database function matrix network robot sdk server terminal webhook',
  'science research laboratory':
    'ai atom biohazard brain bulb dna flask lens-convex math-function meteor microscope orbit planet radioactive rocket satellite telescope thermometer virus',
  'completion complete finished certificate':
    'award badge certificate certificate-2 checkup-list flag medal medal-2 mountain pennant rosette rosette-discount-check school star target trophy',
  'leadership leader manager management':
    'badges building-bank chess-king chess-queen compass confucius crown flag medal mountain podium presentation rocket route speakerphone star target-arrow user-star users-group',
  'teamwork team collaboration partnership':
    'ball-football building-bridge connection empathize hand-love-you heart-handshake network puzzle sitemap users users-group yin-yang',
  'cooking kitchen culinary chef baking':
    'bowl bread cake cheese chef-hat cookie cooker egg-fried grill grill-spatula pizza salad soup tools-kitchen whisk',
  'art creative drawing design':
    'brightness diamond feather masks-theater palette pencil photo-circle polaroid sparkles theater wand writing',
  'environment sustainability climate ecology':
    'building-wind-turbine cloud flower home-eco leaf plant planet rainbow recycle seedling solar-panel sun sun-electricity tree trees windmill world',
  'finance money business economics':
    'abacus briefcase building-bank building-skyscraper chart-bar chart-pie diamond growth percentage pig-money presentation scale world',
  'security cybersecurity privacy':
    'auth-2fa eye-dotted fingerprint-scan firewall-flame key lock network server shield shield-check shield-lock user-key virus',
  'teaching teacher mentoring education training':
    'abacus apple bell-school book books bulb chalkboard-teacher certificate confucius feather library pencil presentation school school-bell writing users',
  'health wellness care medicine':
    'activity-heartbeat ambulance apple brain dental ear heart heart-rate-monitor heartbeat hospital lungs massage nurse pill pills stethoscope vaccine yoga',
  'mathematics statistics':
    'abacus chart-bar chart-pie decimal divide function geometry infinity math math-function math-integral math-pi math-symbols percentage sum tallymarks variable x-power-y',
  'reading literacy literature':
    'book book-2 books braille eyeglass feather language library news pencil school writing',
  'travel tourism geography':
    'air-balloon anchor beach building-airport building-lighthouse bus camper compass globe map map-route mountain plane sailboat ship tent train world',
  'photography film media':
    'aperture camera-rotate camera-selfie exposure focus panorama-horizontal photo-circle photo-video polaroid',
  'innovation entrepreneur startup idea':
    'ai brain bulb diamond growth puzzle rocket sparkles stars target-arrow telescope wand',
  'attendance participation event workshop':
    'badge badges certificate calendar-event checkup-list clock flag hand-stop microphone presentation rosette speakerphone star users users-group',
  'engineering construction trade':
    'axe backhoe building-factory bulldozer circuit-motor compass cpu crane engine forklift helmet ruler settings tools truck wrecking-ball',
  'driving transport logistics':
    'bus car forklift motorbike package-export road ship steering-wheel traffic-lights train truck',
  'winner champion competition':
    'award crown medal medal-2 olympics podium rosette star target trophy scoreboard',
};
const own = Map.groupBy(
  Object.entries(topics).flatMap(([topic, icons]) =>
    icons.split(' ').map((icon) => ({ topic, icon })),
  ),
  ({ icon }) => icon,
);
/** Search words beyond those in the names. */
const words = Object.fromEntries(
  Object.keys(icons).map((name) => {
    const subjects = (own.get(name) ?? []).flatMap(({ topic }) => topic.split(' '));
    const tags = [...(facts[name]?.tags ?? []), ...subjects].map((tag) => `${tag}`.toLowerCase());
    return [name, [...new Set(tags)].filter((tag) => !name.includes(tag)).join(' ')];
  }),
);
const unknown = [...also, ...own.keys()].filter((name) => !(name in icons));
if (unknown.length > 0) throw new Error(`Tabler has no ${unknown.join(', ')}`);
for (const [file, content] of Object.entries({
  'icons.json': icons,
  'filled-icons.json': filled,
  'words.json': words,
})) {
  const text = `${JSON.stringify(content)}\n`;
  const to = new URL(file, folder);
  if (!process.argv.includes('--check')) await writeFile(to, text);
  else if ((await readFile(to, 'utf8')) !== text)
    throw new Error(`${file} is stale: node scripts/pack-icons.ts`);
}
console.log(`icons: ${names.length}`);
