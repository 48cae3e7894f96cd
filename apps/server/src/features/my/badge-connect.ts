import { hostPaths, oauthPaths } from '@insignia/contract';
import type { FastifyReply } from 'fastify';
import { invalid } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import { acceptJson, type Scope } from '../../platform/http/index.ts';
import { appScopes } from '../connected-apps/index.ts';
import {
  describeHost,
  describeHostProfile,
  type HostDeps,
  type HostProblem,
  readCredentialPage,
  sendJson,
  serveDescription,
  serveHostApi,
} from './host-api.ts';
import { upsertCredential } from './imports.ts';

const { manifest: manifestPath, v2: apiBase } = hostPaths;

/** The API of Open Badges 2.1, with which Moodle and others send badges to a recipient's place. */
export function registerBadgeConnect(scope: Scope, deps: HostDeps): void {
  const { urls } = deps;
  serveDescription(scope.app, manifestPath, () => describeManifest(urls));
  scope.within(
    (app) => acceptJson(app, ['application/json', 'application/ld+json']),
    ({ app }) =>
      serveHostApi(app, deps, {
        ...{ base: apiBase, sendProblem: sendStatus },
        endpoints: {
          assertions: {
            GET: {
              scope: appScopes.readAssertions,
              answer: async (call) => {
                const found = await readCredentialPage(deps, call, '2.0');
                return sendStatus(call.reply, undefined, {
                  assertions: found.filter((each) => typeof each === 'object'),
                  signedAssertions: found.filter((each) => typeof each === 'string'),
                });
              },
            },
            POST: {
              scope: appScopes.createAssertions,
              answer: async ({ who, request, reply }) => {
                await upsertCredential(deps, who, readAssertion(request.body), '2.0');
                return sendStatus(reply, undefined);
              },
            },
          },
          profile: {
            GET: {
              scope: appScopes.readProfile,
              answer: async ({ who, reply }) => {
                const context = 'https://w3id.org/openbadges/v2';
                const user = await describeHostProfile(deps, who.personId);
                const profile = { '@context': context, type: 'Profile', ...user };
                return sendStatus(reply, undefined, { profile });
              },
            },
          },
        },
      }),
  );
}

/** An assertion payload (Open Badges 2.1 §5.3). The signed one counts only if it is the only one. */
function readAssertion(body: unknown): object | string {
  const { assertion, signedAssertion } = (body ?? {}) as Record<string, unknown>;
  if (typeof assertion === 'object' && assertion !== null && !Array.isArray(assertion))
    return assertion;
  if ((assertion ?? undefined) === undefined && typeof signedAssertion === 'string')
    return signedAssertion;
  throw invalid('assertion', 'is required, or signedAssertion');
}

/** Moodle uses the last entry, so there is one. */
function describeManifest(urls: Urls) {
  const { base } = urls;
  const { name, image, policyUrl, ...oauth } = describeHost(urls);
  const api = {
    type: 'BadgeConnectAPI',
    ...{ name, image, apiBase: base + apiBase },
    version: 'v2p1',
    // Moodle doesn't ask users for the first one, so it's the one that it can do without.
    scopesOffered: [
      ...[appScopes.readProfile, appScopes.readAssertions],
      ...[appScopes.createAssertions, appScopes.stay],
    ],
    registrationUrl: oauth.registrationUrl,
    authorizationUrl: oauth.authorizationUrl,
    tokenUrl: oauth.tokenUrl,
    tokenRevocationUrl: base + oauthPaths.revoke,
    ...{ termsOfServiceUrl: policyUrl, privacyPolicyUrl: policyUrl },
  };
  return {
    '@context': 'https://purl.imsglobal.org/spec/ob/v2p1/ob_v2p1.jsonld',
    ...{ id: base + manifestPath, type: 'Manifest' },
    badgeConnectAPI: [api],
  };
}

/** The values that the specification allows, by ours. */
const statusTexts: Partial<Record<string, string>> = {
  not_yours: 'RECIPIENT_PROFILE_MISMATCH',
  import_invalid: 'INVALID_BADGE',
  import_unverified: 'INVALID_BADGE',
  invalid_request: 'REQUEST_VALIDATION_ERROR',
  invalid_json: 'REQUEST_VALIDATION_ERROR',
  invalid_token: 'UNAUTHENTICATED',
  insufficient_scope: 'PERMISSION_DENIED',
  not_found: 'NOT_FOUND',
  method_not_allowed: 'METHOD_NOT_ALLOWED',
};

/** Every answer has a status, which Moodle shows to the user. */
function sendStatus(
  reply: FastifyReply,
  problem: HostProblem | undefined,
  results: object = {},
): FastifyReply {
  const { status = 200, code = '', text } = problem ?? {};
  const statusText = problem ? (statusTexts[code] ?? 'BAD_REQUEST') : 'OK';
  return sendJson(reply, {
    status: { ...(text !== undefined && { error: text }), statusCode: status, statusText },
    ...results,
  });
}
