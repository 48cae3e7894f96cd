const error = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const F = '^apps/server/src/features/';
const sqlFiles = '[/-]store\\.ts$|/sql\\.ts$';
/** The features that `name` may enter: downwards only. */
function down(name, allowed) {
  const above = `${F}(?!(${[name, ...allowed].join('|')})/|[^/]+/node_modules/)`;
  return [error(`features-down-${name}`, `${name} may use ${allowed.join(', ') || 'no other feature'}.`, { path: `${F}${name}/` }, { path: above })];
}
/** Each feature and those that it enters: all that there are, which check-architecture.ts holds. */
export const arrows = {
  alignments: [],
  audit: [],
  backup: [],
  bounces: [],
  events: [],
  people: [],
  access: ['people', 'audit'],
  accounts: ['audit', 'people'],
  members: ['access', 'accounts', 'audit', 'people'],
  webhooks: ['audit', 'events'],
  issuers: ['accounts', 'audit'],
  badges: ['audit', 'issuers'],
  signing: ['accounts', 'audit'],
  credentials: ['accounts', 'audit', 'badges', 'events', 'signing'],
  sharing: ['accounts', 'audit', 'credentials', 'events', 'issuers'],
  imports: ['accounts', 'audit', 'credentials', 'sharing'],
  bulk: ['accounts', 'audit', 'credentials', 'sharing'],
  engagement: ['accounts'],
  published: ['accounts', 'issuers'],
  documents: ['accounts', 'published', 'signing'],
  files: ['documents', 'published'],
  pages: ['accounts', 'files', 'issuers', 'published'],
  verifier: ['documents', 'published', 'signing'],
  previews: ['accounts', 'files', 'issuers', 'published'],
  reference: [],
  dashboard: [],
};
/** Each layer, and those below that it imports; what starts the server stands above all of its. */
export const layers = {
  'packages/contract/src': [],
  'packages/openbadges/src': [],
  'packages/design/src': ['packages/tokens'],
  'packages/markdown/src': [],
  'packages/recipients/src': ['packages/contract/src'],
  'packages/tokens': [],
  'packages/sdk/src': ['packages/contract/src', 'packages/openbadges/src'],
  'apps/server/src/kernel': ['packages/contract/src'],
  'apps/server/src/platform': ['apps/server/src/kernel', 'packages/contract/src', 'packages/tokens', 'packages/design/src'],
  'apps/server/src/config': ['apps/server/src/platform', 'packages/contract/src'],
  'apps/server/src/features': ['apps/server/src/platform', 'apps/server/src/kernel', 'packages/contract/src', 'packages/openbadges/src', 'packages/design/src', 'packages/markdown/src', 'packages/tokens'],
  'apps/server/src/commands': ['apps/server/src/features', 'apps/server/src/config', 'apps/server/src/platform', 'apps/server/src/kernel', 'packages/contract/src', 'packages/openbadges/src'],
  'apps/cli/src': ['packages/contract/src', 'packages/sdk/src', 'packages/openbadges/src', 'apps/server/src/commands'],
  'apps/dashboard/src': ['packages/sdk/src', 'packages/contract/src', 'packages/design/src', 'packages/markdown/src', 'packages/recipients/src', 'packages/tokens'],
};
/** Of all that are ours, `name` may import no other: tests stand outside. */
function below(name, allowed) {
  const ours = `^(apps|packages)/(?!(${[name, ...allowed].map((path) => path.replace(/^(apps|packages)\//, '')).join('|')})(/|\\.ts$)|[^/]+/node_modules/)`;
  return error(`layer-${name}`, `${name} may import ${allowed.join(', ') || 'no other layer'}.`, { path: `^${name}/`, pathNot: '\\.test\\.tsx?$' }, { path: ours });
}
export default {
  forbidden: [
    error('no-circles', 'Files never import in a circle.', {}, { circular: true }),
    error('front-door', 'Enter another feature only by its index.ts.',
      { path: `${F}([^/]+)/`, pathNot: sqlFiles }, { path: F, pathNot: [`${F}$1/`, `${F}[^/]+/index\\.ts$`] }),
    error('sql-door', 'SQL enters another feature only by its sql.ts: fragments of statements.',
      { path: `${F}([^/]+).*(${sqlFiles})` }, { path: F, pathNot: [`${F}$1/`, `${F}[^/]+/sql\\.ts$`] }),
    error('front-door-from-outside', 'What starts the server also uses index.ts.',
      { path: '^(apps/server/(src|tests)|bench)/', pathNot: F }, { path: F, pathNot: `${F}[^/]+/index\\.ts$` }),
    error('rules-are-pure', 'rules.ts decides; it never touches node, npm, the store or the platform.',
      { path: '[/-]rules\\.ts$' },
      { pathNot: ['^apps/server/src/kernel/', '^packages/contract/', '^packages/openbadges/', '^packages/design/'] }),
    error('store-is-only-sql', 'store.ts and sql.ts may use the database and types, nothing else.',
      { path: sqlFiles, pathNot: '/(file|s3)-store\\.ts$' },
      { pathNot: ['^apps/server/src/(kernel|platform/db)', '/(rules|sql)\\.ts$', '^packages/contract/', 'node_modules/kysely', '/queue\\.ts$', '/email-content\\.ts$'] }),
    error('kernel-is-bottom', 'kernel imports nothing but itself and the words of the contract.',
      { path: '^apps/server/src/kernel/', pathNot: '\\.test\\.ts$' }, { pathNot: ['^apps/server/src/kernel/', '^packages/contract/'] }),
    // Commands also need the lists of what all features have.
    ...Object.entries(layers).map(([name, allowed]) => below(name, name.endsWith('/commands') ? [...allowed, 'apps/server/src/program/registry'] : allowed)),
    ...Object.entries(arrows).flatMap(([name, allowed]) => down(name, allowed)),
    error('screens-are-strangers', 'Screens of one noun know nothing of another: they meet by links.',
      { path: '^apps/dashboard/src/features/([^/]+)/' }, { path: '^apps/dashboard/src/(features|app)/', pathNot: '^apps/dashboard/src/features/$1/' }),
    error('shared-is-below-screens', 'What has no noun knows no screen.',
      { path: '^apps/dashboard/src/(shared|messages)/' }, { path: '^apps/dashboard/src/(features|app)/' }),
    error('apps-are-islands', 'An app never imports another app; but the command line loads the commands of the operator, by their front door.',
      { path: '^apps/([^/]+)/' }, { path: '^apps/', pathNot: ['^apps/$1/', '^apps/server/src/commands/index\\.ts$'] }),
    error('packages-run-anywhere', 'sdk, contract, design, markdown, recipients and openbadges run in a browser: no node builtins.',
      { path: '^packages/' , pathNot: ['\\.test\\.ts$', '^packages/[^/]+/tests/'] }, { dependencyTypes: ['core'] }),
    error('no-orphans', 'Every file is used.', { orphan: true, pathNot: ['\\.test\\.ts$', '\\.d\\.ts$', 'main\\.ts$', '/index\\.ts$', '/end-with-parent\\.ts$', '/skewed-clock\\.ts$', '/vite\\.config\\.ts$'] }, {}),
    // What Vite takes as text (`?raw`) is found by its build.
    error('resolvable', 'Every import resolves.', {}, { couldNotResolve: true, pathNot: '\\?raw$' }),
  ],
  options: {
    parser: 'swc', tsPreCompilationDeps: true, doNotFollow: { path: 'node_modules' },
    // What is built of ours, and what browsers are sent. Of npm's many are in a folder of that name.
    exclude: ['^(apps|packages)/[^/]+/dist/', '^apps/server/src/.*/assets/'],
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'], extensions: ['.ts', '.tsx', '.js'] },
  },
};
