import { deliveryEvents, deliveryStates, requestStates } from '@insignia/contract/calls';
import { pagePaths } from '@insignia/contract/paths';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import {
  createSearchParser,
  oneOfParam,
  parseAuditSearch,
  parseCredentialsSearch,
  parseImportSearch,
  parseIssueSearch,
  parseMailSearch,
  parseOverviewSearch,
  parseTemplatesSearch,
  textParam,
} from '../shared/search.ts';
import { AccountError, ScreenError, ScreenNotFound } from './error-screens.tsx';
import { LoadingPage } from './loading-page.tsx';
import { chooseAccountToOpen, openAccount, rememberAccount } from './open-account.ts';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: ScreenNotFound });

/** Redirects to a screen of the account used last. */
const openLastAccount = (to: '/$accountId' | '/$accountId/keys') => async () => {
  const accountId = chooseAccountToOpen(await openAccount());
  throw redirect({ to, params: { accountId }, replace: true });
};

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  loader: openLastAccount('/$accountId'),
  pendingComponent: LoadingPage,
  errorComponent: AccountError,
});

const formerKeysAddress = createRoute({
  getParentRoute: () => root,
  path: '/keys',
  loader: openLastAccount('/$accountId/keys'),
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
  component: lazyRouteComponent(() => import('../features/issuers/issuer-form.tsx'), 'NewIssuer'),
});
const oneIssuer = createRoute({
  ...inAccount('/issuers/$issuerId'),
  component: lazyRouteComponent(() => import('../features/issuers/issuer.tsx'), 'IssuerScreen'),
});
const brand = createRoute({
  ...inAccount('/issuers/$issuerId/brand'),
  component: lazyRouteComponent(() => import('../features/issuers/brand/brand.tsx'), 'BrandScreen'),
});
const certificates = createRoute({
  ...inAccount('/issuers/$issuerId/certificates'),
  component: lazyRouteComponent(() => import('../features/certificates/list.tsx'), 'Certificates'),
});
const oneCertificate = createRoute({
  ...inAccount('/issuers/$issuerId/certificates/$certificateId'),
  component: lazyRouteComponent(
    () => import('../features/certificates/designer/design-certificate.tsx'),
    'DesignCertificateScreen',
  ),
});
const badges = createRoute({
  ...inAccount('/badges'),
  validateSearch: createSearchParser({ search: textParam }),
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
const badgeClaims = createRoute({
  ...inAccount('/badges/$badgeId/claims'),
  component: lazyRouteComponent(
    () => import('../features/badges/claims/claims.tsx'),
    'ClaimsScreen',
  ),
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
const correctCredential = createRoute({
  ...inAccount('/credentials/$credentialId/correct'),
  component: lazyRouteComponent(
    () => import('../features/credentials/correct.tsx'),
    'CorrectScreen',
  ),
});
const recipients = createRoute({
  ...inAccount('/recipients'),
  validateSearch: createSearchParser({ search: textParam }),
  component: lazyRouteComponent(() => import('../features/recipients/list.tsx'), 'Recipients'),
});
const oneRecipient = createRoute({
  ...inAccount('/recipients/$recipientId'),
  component: lazyRouteComponent(
    () => import('../features/recipients/recipient.tsx'),
    'RecipientScreen',
  ),
});
const requests = createRoute({
  ...inAccount('/requests'),
  validateSearch: createSearchParser({ state: oneOfParam([...requestStates, 'all']) }),
  component: lazyRouteComponent(() => import('../features/requests/requests.tsx'), 'Requests'),
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
const moveIn = createRoute({
  ...inAccount('/imports/move-in'),
  validateSearch: createSearchParser({ migration: textParam }),
  component: lazyRouteComponent(() => import('../features/imports/move-in.tsx'), 'MoveIn'),
});
const redirects = createRoute({
  ...inAccount('/imports/redirects'),
  validateSearch: createSearchParser({ search: textParam }),
  component: lazyRouteComponent(
    () => import('../features/imports/redirects.tsx'),
    'RedirectsScreen',
  ),
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
const templates = createRoute({
  ...inAccount('/templates'),
  validateSearch: parseTemplatesSearch,
  component: lazyRouteComponent(
    () => import('../features/templates/templates.tsx'),
    'TemplatesScreen',
  ),
});
const webhooks = createRoute({
  ...inAccount('/webhooks'),
  component: lazyRouteComponent(() => import('../features/webhooks/list.tsx'), 'Webhooks'),
});
const oneWebhook = createRoute({
  ...inAccount('/webhooks/$webhookId'),
  validateSearch: createSearchParser({
    state: oneOfParam(deliveryStates),
    event: oneOfParam(deliveryEvents),
    delivery: textParam,
  }),
  component: lazyRouteComponent(() => import('../features/webhooks/webhook.tsx'), 'WebhookScreen'),
});
const provisioning = createRoute({
  ...inAccount('/provisioning'),
  component: lazyRouteComponent(
    () => import('../features/provisioning/provisioning.tsx'),
    'Provisioning',
  ),
});
const keys = createRoute({
  ...inAccount('/keys'),
  component: lazyRouteComponent(() => import('../features/keys/keys.tsx'), 'Keys'),
});

const team = createRoute({
  ...inAccount('/team'),
  component: lazyRouteComponent(() => import('../features/team/team.tsx'), 'Team'),
});
const singleSignOn = createRoute({
  ...inAccount('/single-sign-on'),
  component: lazyRouteComponent(() => import('../features/sso/single-sign-on.tsx'), 'SingleSignOn'),
});
/** The short names of two screens. */
const shortSingleSignOn = createRoute({
  ...inAccount('/sso'),
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$accountId/single-sign-on', params, replace: true });
  },
});
const security = createRoute({
  ...inAccount('/security'),
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$accountId/account', params, hash: 'security', replace: true });
  },
});
const courses = createRoute({
  ...inAccount('/courses'),
  component: lazyRouteComponent(() => import('../features/courses/courses.tsx'), 'Courses'),
});
const audit = createRoute({
  ...inAccount('/audit'),
  validateSearch: parseAuditSearch,
  component: lazyRouteComponent(() => import('../features/audit/audit.tsx'), 'AuditScreen'),
});
const ownAccount = createRoute({
  ...inAccount('/account'),
  // The open dialog is in the URL, so that signing in again returns to it.
  validateSearch: createSearchParser({
    do: oneOfParam(['password', 'delete', 'app', 'codes', 'remove-app', 'passkey']),
  }),
  component: lazyRouteComponent(() => import('../features/account/account.tsx'), 'AccountScreen'),
});

const routeTree = root.addChildren([
  start,
  formerKeysAddress,
  account.addChildren([
    overview,
    issuers,
    newIssuer,
    oneIssuer,
    brand,
    certificates,
    oneCertificate,
    badges,
    newBadge,
    oneBadge,
    editBadge,
    designBadge,
    badgeClaims,
    issue,
    imports,
    newImport,
    moveIn,
    redirects,
    oneImport,
    credentials,
    oneCredential,
    correctCredential,
    recipients,
    oneRecipient,
    requests,
    mail,
    templates,
    webhooks,
    oneWebhook,
    keys,
    provisioning,
    team,
    singleSignOn,
    shortSingleSignOn,
    security,
    courses,
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
  interface HistoryState {
    /** Name and address that the recipient asked for, when an accepted request opens its credential. */
    requested?: { name: string | null; email: string | null };
  }
  interface Register {
    router: typeof router;
  }
}
