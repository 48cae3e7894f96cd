const error = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const F = '^apps/server/src/features/';
const sqlFiles = '[/-]store\\.ts$|/sql\\.ts$';
/** Keeps `name` out of every feature that its list doesn't allow. */
function down(name, allowed) {
  const above = `${F}(?!(${[name, ...allowed].join('|')})/|[^/]+/node_modules/)`;
  return [error(`features-down-${name}`, `${name} may import ${allowed.join(', ') || 'no other feature'}. Pass what it needs as an argument, or extend its list here.`, { path: `${F}${name}/` }, { path: above })];
}
/** The features that each feature imports. check-architecture.ts reports entries that no import needs. */
export const arrows = {
  alignments: [],
  audit: [],
  backup: [],
  bounces: [],
  editions: ['issuers'],
  events: ['editions'],
  people: [],
  access: ['people', 'audit'],
  accounts: ['audit', 'people'],
  members: ['access', 'accounts', 'audit', 'events', 'people'],
  'second-factor': ['members', 'people'],
  sso: ['access', 'accounts', 'audit', 'members', 'people', 'published'],
  scim: ['access', 'accounts', 'audit', 'events', 'members', 'people'],
  webhooks: ['audit', 'events'],
  issuers: ['accounts', 'audit', 'people'],
  badges: ['audit', 'issuers'],
  certificates: ['accounts', 'audit', 'badges', 'issuers', 'published'],
  signing: ['accounts', 'audit', 'editions'],
  'short-codes': ['accounts'],
  credentials: [
    ...['accounts', 'audit', 'badges', 'editions', 'events', 'published', 'short-codes', 'signing'],
  ],
  sharing: ['accounts', 'audit', 'credentials', 'editions', 'events', 'issuers'],
  imports: ['accounts', 'audit', 'credentials', 'sharing'],
  'move-in': ['accounts', 'audit', 'badges', 'credentials', 'imports', 'issuers', 'redirects', 'verifier'],
  redirects: ['accounts', 'audit', 'imports', 'published', 'sso'],
  claims: ['accounts', 'audit', 'badges', 'credentials', 'files', 'issuers', 'sharing'],
  lti: ['accounts', 'audit', 'credentials', 'sharing'],
  reminders: ['accounts', 'audit', 'events', 'sharing'],
  transfers: ['accounts', 'audit', 'events', 'issuers', 'people', 'published'],
  'issuer-archives': ['accounts', 'audit', 'backup', 'issuers', 'short-codes', 'signing', 'transfers'],
  bulk: ['accounts', 'audit', 'credentials', 'issuers', 'sharing'],
  corrections: ['accounts', 'audit', 'credentials', 'events', 'sharing'],
  recipients: ['bulk', 'corrections', 'credentials', 'lti', 'sharing'],
  requests: ['accounts', 'audit', 'credentials', 'editions', 'events', 'sharing'],
  'connected-apps': ['access', 'people'],
  my: ['access', 'accounts', 'connected-apps', 'credentials', 'documents', 'editions', 'files', 'lti', 'move-in', 'pages', 'people', 'published', 'requests', 'second-factor', 'sharing', 'verifier'],
  engagement: ['accounts', 'badges'],
  published: ['accounts', 'editions', 'issuers', 'short-codes'],
  documents: ['accounts', 'published', 'signing'],
  files: ['certificates', 'documents', 'published', 'short-codes', 'signing'],
  pages: ['accounts', 'files', 'issuers', 'published', 'short-codes'],
  verifier: ['documents', 'published', 'short-codes', 'signing'],
  wallets: [
    ...['access', 'accounts', 'credentials', 'editions', 'files', 'issuers', 'pages', 'people', 'published', 'sharing', 'signing', 'verifier'],
  ],
  previews: ['accounts', 'certificates', 'files', 'issuers', 'published'],
  'email-templates': ['accounts', 'audit', 'claims', 'issuers', 'previews', 'reminders', 'sharing'],
  'static-export': ['accounts', 'backup', 'published', 'short-codes'],
  reference: [],
  dashboard: [],
};
/** The layers that each layer imports. The files that start the server may import all layers of the server. */
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
/** Keeps `name` out of every layer that its list doesn't allow. Tests are exempt. */
function below(name, allowed) {
  const ours = `^(apps|packages)/(?!(${[name, ...allowed].map((path) => path.replace(/^(apps|packages)\//, '')).join('|')})(/|\\.ts$)|[^/]+/(node_modules/|package\\.json$))`;
  return error(`layer-${name}`, `${name} may import ${allowed.join(', ') || 'no other layer'}. Pass what it needs as an argument, or move the file.`, { path: `^${name}/`, pathNot: '\\.test\\.tsx?$' }, { path: ours });
}
export default {
  forbidden: [
    error('front-door', 'Import another feature through its index.ts.',
      { path: `${F}([^/]+)/`, pathNot: sqlFiles }, { path: F, pathNot: [`${F}$1/`, `${F}[^/]+/index\\.ts$`] }),
    error('sql-door', 'A store imports SQL of another feature through its sql.ts.',
      { path: `${F}([^/]+).*(${sqlFiles})` }, { path: F, pathNot: [`${F}$1/`, `${F}[^/]+/sql\\.ts$`] }),
    error('front-door-from-outside', 'Import a feature through its index.ts.',
      { path: '^(apps/server/(src|tests)|bench)/', pathNot: F }, { path: F, pathNot: `${F}[^/]+/index\\.ts$` }),
    error('rules-are-pure', 'Rules are pure: no Node, npm, store or platform. Pass data as arguments.',
      { path: '[/-]rules\\.ts$' },
      { pathNot: ['^apps/server/src/kernel/', '^packages/contract/', '^packages/openbadges/', '^packages/design/'] }),
    error('store-is-only-sql', 'Stores contain SQL only. Move decisions to rules.ts, and the rest to the verb.',
      { path: sqlFiles, pathNot: '/(file|s3)-store\\.ts$' },
      { pathNot: ['^apps/server/src/(kernel|platform/db)', '/(rules|sql)\\.ts$', '^packages/contract/', 'node_modules/kysely', '/queue\\.ts$', '/email-content\\.ts$'] }),
    error('kernel-is-bottom', 'The kernel imports only itself and the contract. Move the file to platform.',
      { path: '^apps/server/src/kernel/', pathNot: '\\.test\\.ts$' }, { pathNot: ['^apps/server/src/kernel/', '^packages/contract/'] }),
    // Commands also read the registry of all features.
    ...Object.entries(layers).map(([name, allowed]) => below(name, name.endsWith('/commands') ? [...allowed, 'apps/server/src/program/registry'] : allowed)),
    ...Object.entries(arrows).flatMap(([name, allowed]) => down(name, allowed)),
    error('screens-are-strangers', 'Screens of different features are independent. Link to the other screen, or move shared parts to shared.',
      { path: '^apps/dashboard/src/features/([^/]+)/' }, { path: '^apps/dashboard/src/(features|app)/', pathNot: '^apps/dashboard/src/features/$1/' }),
    error('shared-is-below-screens', 'Shared parts know no screen. Pass what they need as properties.',
      { path: '^apps/dashboard/src/(shared|messages)/' }, { path: '^apps/dashboard/src/(features|app)/' }),
    error('apps-are-islands', 'An app imports another app only to run operator commands. Move shared code to a package.',
      { path: '^apps/([^/]+)/' }, { path: '^apps/', pathNot: ['^apps/$1/', '^apps/server/src/commands/index\\.ts$'] }),
    error('packages-run-anywhere', 'Packages run in browsers: use web APIs instead of Node modules.',
      { path: '^packages/' , pathNot: ['\\.test\\.ts$', '^packages/[^/]+/tests/'] }, { dependencyTypes: ['core'] }),
    error('no-orphans', 'No file imports this one. Delete it, or import it.', { orphan: true, pathNot: ['\\.test\\.ts$', '\\.d\\.ts$', 'main\\.ts$', '/index\\.ts$', '/end-with-parent\\.ts$', '/skewed-clock\\.ts$', '/vite\\.config\\.ts$'] }, {}),
    // Vite's build checks its own imports of text (`?raw`).
    error('resolvable', 'The imported file or package is missing. Correct the path, or install the package.', {}, { couldNotResolve: true, pathNot: '\\?raw$' }),
  ],
  options: {
    // check-architecture.ts looks for circles itself, once instead of once per import.
    skipAnalysisNotInRules: true,
    parser: 'swc', tsPreCompilationDeps: true, doNotFollow: { path: 'node_modules' },
    // Built files, and scripts for browsers. Many packages of npm have a folder called dist.
    exclude: ['^(apps|packages)/[^/]+/dist/', '^apps/server/src/.*/assets/'],
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'], extensions: ['.ts', '.tsx', '.js'] },
  },
};
