import { pagePaths } from '@insignia/contract/paths';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { searchOfAccount } from '../features/account/search.ts';
import { searchOfAudit } from '../features/audit/search.ts';
import { searchOfBadges } from '../features/badges/search.ts';
import { searchOfCredentials, searchOfIssue } from '../features/credentials/search.ts';
import { searchOfImport } from '../features/imports/search.ts';
import { searchOfMail } from '../features/mail/search.ts';
import { searchOfOverview } from '../features/overview/search.ts';
import { searchOfWebhook } from '../features/webhooks/search.ts';
import { AccountFailed } from './account-failed.tsx';
import { accountToOpen, openAccount, rememberAccount } from './open.ts';
import { ScreenFailed, ScreenMissing } from './screen-failed.tsx';
import { Shell } from './shell.tsx';
import { Starting } from './starting.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: ScreenMissing });

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  loader: async () => {
    const account = await openAccount();
    throw redirect({
      to: '/$accountId',
      params: { accountId: accountToOpen(account) },
      replace: true,
    });
  },
  pendingComponent: Starting,
  errorComponent: AccountFailed,
});

/** Former address of the API keys screen. */
const keysOfOld = createRoute({
  getParentRoute: () => root,
  path: '/keys',
  loader: async () => {
    const account = await openAccount();
    throw redirect({
      to: '/$accountId/keys',
      params: { accountId: accountToOpen(account) },
      replace: true,
    });
  },
  pendingComponent: Starting,
  errorComponent: AccountFailed,
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/$accountId',
  loader: async ({ params: { accountId } }) => {
    await openAccount(accountId);
    rememberAccount(accountId);
  },
  component: Shell,
  pendingComponent: Starting,
  errorComponent: AccountFailed,
  notFoundComponent: ScreenMissing,
});

const inAccount = <const Path extends string>(path: Path) =>
  ({ getParentRoute: () => account, path }) as const;

// Declared separately, because inline routes would lose their types.
const overview = createRoute({
  ...inAccount('/'),
  validateSearch: searchOfOverview,
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
  component: lazyRouteComponent(() => import('../features/issuers/one.tsx'), 'OneIssuer'),
});
const brand = createRoute({
  ...inAccount('/issuers/$issuerId/brand'),
  component: lazyRouteComponent(() => import('../features/issuers/brand/brand.tsx'), 'Brand'),
});
const badges = createRoute({
  ...inAccount('/badges'),
  validateSearch: searchOfBadges,
  component: lazyRouteComponent(() => import('../features/badges/list.tsx'), 'Badges'),
});
const newBadge = createRoute({
  ...inAccount('/badges/new'),
  component: lazyRouteComponent(() => import('../features/badges/new.tsx'), 'NewBadge'),
});
const oneBadge = createRoute({
  ...inAccount('/badges/$badgeId'),
  component: lazyRouteComponent(() => import('../features/badges/one.tsx'), 'OneBadge'),
});
const editBadge = createRoute({
  ...inAccount('/badges/$badgeId/edit'),
  component: lazyRouteComponent(() => import('../features/badges/edit.tsx'), 'EditBadge'),
});
const designBadge = createRoute({
  ...inAccount('/badges/$badgeId/design'),
  component: lazyRouteComponent(
    () => import('../features/badges/design/design-badge.tsx'),
    'DesignBadge',
  ),
});
const issue = createRoute({
  ...inAccount('/issue'),
  validateSearch: searchOfIssue,
  component: lazyRouteComponent(() => import('../features/credentials/issue.tsx'), 'Issue'),
});
const credentials = createRoute({
  ...inAccount('/credentials'),
  validateSearch: searchOfCredentials,
  component: lazyRouteComponent(() => import('../features/credentials/list.tsx'), 'Credentials'),
});
const oneCredential = createRoute({
  ...inAccount('/credentials/$credentialId'),
  component: lazyRouteComponent(() => import('../features/credentials/one.tsx'), 'OneCredential'),
});
const imports = createRoute({
  ...inAccount('/imports'),
  component: lazyRouteComponent(() => import('../features/imports/list.tsx'), 'Imports'),
});
const newImport = createRoute({
  ...inAccount('/imports/new'),
  validateSearch: searchOfImport,
  component: lazyRouteComponent(() => import('../features/imports/new.tsx'), 'NewImport'),
});
const oneImport = createRoute({
  ...inAccount('/imports/$importId'),
  component: lazyRouteComponent(() => import('../features/imports/one.tsx'), 'OneImport'),
});
const mail = createRoute({
  ...inAccount('/mail'),
  validateSearch: searchOfMail,
  component: lazyRouteComponent(() => import('../features/mail/mail.tsx'), 'Mail'),
});
const webhooks = createRoute({
  ...inAccount('/webhooks'),
  component: lazyRouteComponent(() => import('../features/webhooks/list.tsx'), 'Webhooks'),
});
const oneWebhook = createRoute({
  ...inAccount('/webhooks/$webhookId'),
  validateSearch: searchOfWebhook,
  component: lazyRouteComponent(() => import('../features/webhooks/one.tsx'), 'OneWebhook'),
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
  validateSearch: searchOfAudit,
  component: lazyRouteComponent(() => import('../features/audit/audit.tsx'), 'Audit'),
});
const ownAccount = createRoute({
  ...inAccount('/account'),
  validateSearch: searchOfAccount,
  component: lazyRouteComponent(() => import('../features/account/account.tsx'), 'Account'),
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
  defaultErrorComponent: ScreenFailed,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
