import { pagePaths } from '@insignia/contract/paths';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { parseAccountSearch } from '../features/account/search.ts';
import { parseAuditSearch } from '../features/audit/search.ts';
import { parseBadgesSearch } from '../features/badges/search.ts';
import { parseCredentialsSearch, parseIssueSearch } from '../features/credentials/search.ts';
import { parseImportSearch } from '../features/imports/search.ts';
import { parseMailSearch } from '../features/mail/search.ts';
import { parseOverviewSearch } from '../features/overview/search.ts';
import { parseWebhookSearch } from '../features/webhooks/search.ts';
import { AccountError } from './account-error.tsx';
import { LoadingPage } from './loading-page.tsx';
import { chooseAccountToOpen, openAccount, rememberAccount } from './open-account.ts';
import { ScreenError, ScreenNotFound } from './screen-error.tsx';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: ScreenNotFound });

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  loader: async () => {
    const account = await openAccount();
    throw redirect({
      to: '/$accountId',
      params: { accountId: chooseAccountToOpen(account) },
      replace: true,
    });
  },
  pendingComponent: LoadingPage,
  errorComponent: AccountError,
});

/** Former address of the API keys screen. */
const keysOfOld = createRoute({
  getParentRoute: () => root,
  path: '/keys',
  loader: async () => {
    const account = await openAccount();
    throw redirect({
      to: '/$accountId/keys',
      params: { accountId: chooseAccountToOpen(account) },
      replace: true,
    });
  },
  pendingComponent: LoadingPage,
  errorComponent: AccountError,
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/$accountId',
  loader: async ({ params: { accountId } }) => {
    await openAccount(accountId);
    rememberAccount(accountId);
  },
  component: Shell,
  pendingComponent: LoadingPage,
  errorComponent: AccountError,
  notFoundComponent: ScreenNotFound,
});

const inAccount = <const Path extends string>(path: Path) =>
  ({ getParentRoute: () => account, path }) as const;

// Declared separately, because inline routes would lose their types.
const overview = createRoute({
  ...inAccount('/'),
  validateSearch: parseOverviewSearch,
  component: lazyRouteComponent(() => import('../features/overview/overview.tsx'), 'Overview'),
});
const issuers = createRoute({
  ...inAccount('/issuers'),
  component: lazyRouteComponent(() => import('../features/issuers/list.tsx'), 'Issuers'),
});
const newIssuer = createRoute({
  ...inAccount('/issuers/new'),
  component: lazyRouteComponent(() => import('../features/issuers/new.tsx'), 'NewIssuer'),
});
const oneIssuer = createRoute({
  ...inAccount('/issuers/$issuerId'),
  component: lazyRouteComponent(() => import('../features/issuers/issuer.tsx'), 'IssuerScreen'),
});
const brand = createRoute({
  ...inAccount('/issuers/$issuerId/brand'),
  component: lazyRouteComponent(() => import('../features/issuers/brand/brand.tsx'), 'BrandScreen'),
});
const badges = createRoute({
  ...inAccount('/badges'),
  validateSearch: parseBadgesSearch,
  component: lazyRouteComponent(() => import('../features/badges/list.tsx'), 'Badges'),
});
const newBadge = createRoute({
  ...inAccount('/badges/new'),
  component: lazyRouteComponent(() => import('../features/badges/new.tsx'), 'NewBadge'),
});
const oneBadge = createRoute({
  ...inAccount('/badges/$badgeId'),
  component: lazyRouteComponent(() => import('../features/badges/badge.tsx'), 'BadgeScreen'),
});
const editBadge = createRoute({
  ...inAccount('/badges/$badgeId/edit'),
  component: lazyRouteComponent(() => import('../features/badges/edit.tsx'), 'EditBadge'),
});
const designBadge = createRoute({
  ...inAccount('/badges/$badgeId/design'),
  component: lazyRouteComponent(
    () => import('../features/badges/design/design-badge.tsx'),
    'DesignBadgeScreen',
  ),
});
const issue = createRoute({
  ...inAccount('/issue'),
  validateSearch: parseIssueSearch,
  component: lazyRouteComponent(() => import('../features/credentials/issue.tsx'), 'IssueScreen'),
});
const credentials = createRoute({
  ...inAccount('/credentials'),
  validateSearch: parseCredentialsSearch,
  component: lazyRouteComponent(() => import('../features/credentials/list.tsx'), 'Credentials'),
});
const oneCredential = createRoute({
  ...inAccount('/credentials/$credentialId'),
  component: lazyRouteComponent(
    () => import('../features/credentials/credential.tsx'),
    'CredentialScreen',
  ),
});
const imports = createRoute({
  ...inAccount('/imports'),
  component: lazyRouteComponent(() => import('../features/imports/list.tsx'), 'Imports'),
});
const newImport = createRoute({
  ...inAccount('/imports/new'),
  validateSearch: parseImportSearch,
  component: lazyRouteComponent(() => import('../features/imports/new.tsx'), 'NewImport'),
});
const oneImport = createRoute({
  ...inAccount('/imports/$importId'),
  component: lazyRouteComponent(() => import('../features/imports/import.tsx'), 'ImportScreen'),
});
const mail = createRoute({
  ...inAccount('/mail'),
  validateSearch: parseMailSearch,
  component: lazyRouteComponent(() => import('../features/mail/mail.tsx'), 'MailScreen'),
});
const webhooks = createRoute({
  ...inAccount('/webhooks'),
  component: lazyRouteComponent(() => import('../features/webhooks/list.tsx'), 'Webhooks'),
});
const oneWebhook = createRoute({
  ...inAccount('/webhooks/$webhookId'),
  validateSearch: parseWebhookSearch,
  component: lazyRouteComponent(() => import('../features/webhooks/webhook.tsx'), 'WebhookScreen'),
});
const keys = createRoute({
  ...inAccount('/keys'),
  component: lazyRouteComponent(() => import('../features/keys/keys.tsx'), 'Keys'),
});

const team = createRoute({
  ...inAccount('/team'),
  component: lazyRouteComponent(() => import('../features/team/team.tsx'), 'Team'),
});
const audit = createRoute({
  ...inAccount('/audit'),
  validateSearch: parseAuditSearch,
  component: lazyRouteComponent(() => import('../features/audit/audit.tsx'), 'AuditScreen'),
});
const ownAccount = createRoute({
  ...inAccount('/account'),
  validateSearch: parseAccountSearch,
  component: lazyRouteComponent(() => import('../features/account/account.tsx'), 'AccountScreen'),
});

const routeTree = root.addChildren([
  start,
  keysOfOld,
  account.addChildren([
    overview,
    issuers,
    newIssuer,
    oneIssuer,
    brand,
    badges,
    newBadge,
    oneBadge,
    editBadge,
    designBadge,
    issue,
    imports,
    newImport,
    oneImport,
    credentials,
    oneCredential,
    mail,
    webhooks,
    oneWebhook,
    keys,
    team,
    audit,
    ownAccount,
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: pagePaths.dashboard,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingMs: 200,
  defaultErrorComponent: ScreenError,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
