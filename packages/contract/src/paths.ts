/** Paths of pages for people. They aren't operations. */
export const pagePaths = {
  credential: '/credentials/:guid',
  walletOffer: '/credentials/:guid/offer',
  embed: '/credentials/:guid/embed',
  badge: '/badge/:guid',
  issuer: '/issuer/:guid',
  shortCode: '/c/:code',
  verifier: '/verify',
  signUp: '/sign-up',
  resendSignUp: '/sign-up/resend',
  confirmEmail: '/confirm-email',
  signIn: '/sign-in',
  secondStep: '/sign-in/code',
  security: '/security',
  signOut: '/sign-out',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  my: '/my',
  mySignIn: '/my/sign-in',
  confirmMySignIn: '/my/sign-in/confirm',
  mySignOut: '/my/sign-out',
  reportMistake: '/my/report',
  myAddresses: '/my/addresses',
  myCollections: '/my/collections',
  myCollection: '/my/collections/:collectionId',
  myProfile: '/my/profile',
  myImport: '/my/import',
  myImportFile: '/my/import/:importedId/file',
  mySettings: '/my/settings',
  myDownload: '/my/settings/download',
  authorizeApp: '/oauth/authorize',
  sharedCollection: '/collections/:token',
  profile: '/people/:handle',
  acceptInvitation: '/accept-invitation',
  ssoStart: '/sso/:connectionId/start',
  ssoCallback: '/sso/:connectionId/callback',
  ssoMetadata: '/sso/:connectionId/metadata',
  ssoAcs: '/sso/:connectionId/acs',
  ssoFinish: '/sso/:connectionId/finish',
  ltiKeys: '/lti/jwks',
  ltiLogin: '/lti/login',
  ltiLaunch: '/lti/launch',
  ltiCourse: '/lti/course',
  ltiRegister: '/lti/register',
  dashboard: '/app/',
  reference: '/docs/',
  description: '/openapi.json',
} as const;

/** Endpoints that others define and programs find in discovery documents. They aren't operations. */
export const oauthPaths = {
  register: '/oauth/register',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
} as const;
export const hostPaths = {
  manifest: '/.well-known/badgeconnect.json',
  v2: '/ims/ob/v2p1',
  v3: '/ims/ob/v3p0',
} as const;

/** URLs of the LTI tool that name an account. Platforms registered before 2026-12 share those without it. */
export function buildLtiPaths(accountId: string | undefined) {
  const end = accountId === undefined ? '' : `/${accountId}`;
  return {
    keys: pagePaths.ltiKeys + end,
    login: pagePaths.ltiLogin + end,
    launch: pagePaths.ltiLaunch + end,
  };
}

export const withQuery = (path: string, query: Record<string, string>): string =>
  `${path}?${new URLSearchParams(query)}`;

type ParamNames<P extends string> = P extends `${string}:${infer N}/${infer R}`
  ? N | ParamNames<R>
  : P extends `${string}:${infer N}`
    ? N
    : never;
/** Values of the path's parameters, in order and by name. */
type PathValues<P extends string> = P extends `${string}:${string}/${infer R}`
  ? [value: string, ...PathValues<R>]
  : P extends `${string}:${string}`
    ? [value: string]
    : [];
type NamedParams<P extends string> = Record<ParamNames<P>, string>;

/** Returns a function that inserts values into the path unchanged, after `base`. */
export function createPathBuilder<const P extends string>(
  path: P,
  base = '',
): (...values: PathValues<P>) => string {
  const [first = '', ...parts] = path.split(/:\w+/);
  return (...values) => {
    let filled = base + first;
    for (let at = 0; at < parts.length; at++)
      filled += (values as string[])[at] + (parts[at] ?? '');
    return filled;
  };
}

/** Returns a function that extracts path parameters, or undefined if the text doesn't match. */
export function createPathMatcher<const P extends string>(
  path: P,
): (text: string) => NamedParams<P> | undefined {
  const expected = path.split('/');
  return (text) => {
    if (text.includes('?') || text.includes('#')) return undefined;
    const segments = text.split('/');
    return segments.length === expected.length ? nameParams<P>(expected, segments) : undefined;
  };
}

/** Like `createPathMatcher`, for texts that continue with segments, a query or a fragment. */
export function matchPathPrefix<const P extends string>(
  path: P,
  text: string,
): NamedParams<P> | undefined {
  return nameParams<P>(path.split('/'), text.replace(/[?#].*/s, '').split('/'));
}

function nameParams<P extends string>(
  expected: string[],
  segments: string[],
): NamedParams<P> | undefined {
  const found: Record<string, string> = {};
  for (const [at, part] of expected.entries()) {
    const segment = segments[at];
    if (part.startsWith(':') && segment) found[part.slice(1)] = segment;
    else if (segment !== part) return undefined;
  }
  return found as NamedParams<P>;
}
