import { hostPaths } from '@insignia/contract';
import { isJwt } from '@insignia/openbadges/either';
import type { FastifyReply } from 'fastify';
import { invalid } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import { type App, acceptJson, type Scope } from '../../platform/http/index.ts';
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

const { v3: apiBase } = hostPaths;

/** The API of Open Badges 3.0, with which others send credentials to a recipient's place and read them. */
export function registerOpenBadgesApi(scope: Scope, deps: HostDeps): void {
  const { urls } = deps;
  serveDescription(scope.app, `${apiBase}/discovery`, () => describeService(urls));
  scope.within(acceptCredential, ({ app }) =>
    serveHostApi(app, deps, {
      ...{ base: apiBase, sendProblem: sendStatusInfo },
      endpoints: {
        credentials: {
          GET: {
            scope: appScopes.readCredentials,
            answer: async (call) => {
              const found = await readCredentialPage(deps, call, '3.0');
              return sendJson(call.reply, {
                credential: found.filter((each) => typeof each === 'object'),
                compactJwsString: found.filter((each) => typeof each === 'string'),
              });
            },
          },
          POST: {
            scope: appScopes.upsertCredential,
            answer: async ({ who, request, reply }) => {
              const credential = readCredential(request.body);
              const isNew = await upsertCredential(deps, who, credential, '3.0');
              reply.code(isNew ? 201 : 200);
              // The response is what was sent (Open Badges 3.0 §6.2.3).
              return typeof credential === 'string'
                ? reply.type('text/plain; charset=utf-8').send(credential)
                : sendJson(reply, credential);
            },
          },
        },
        profile: {
          GET: {
            scope: appScopes.readPerson,
            answer: async ({ who, reply }) =>
              sendJson(reply, {
                '@context': [
                  'https://www.w3.org/ns/credentials/v2',
                  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
                ],
                type: ['Profile'],
                ...(await describeHostProfile(deps, who.personId)),
              }),
          },
        },
      },
    }),
  );
}

const jsonTypes = [
  ...['application/json', 'application/ld+json', 'application/vc', 'application/vc+ld+json'],
];

/** JSON, and a JWT as text. */
function acceptCredential(app: App): void {
  acceptJson(app, jsonTypes);
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) =>
    done(null, String(body).trim()),
  );
}

function readCredential(body: unknown): object | string {
  if (typeof body === 'string' && isJwt(body)) return body;
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw invalid('body', 'must be a credential as a JSON object, or a JWT as text/plain');
}

/** The values that the specification allows, by ours. */
const minorCodes: Partial<Record<string, string>> = {
  invalid_token: 'unauthorizedrequest',
  insufficient_scope: 'forbidden',
  invalid_request: 'invalid_query_parameter',
  not_found: 'not_found',
  method_not_allowed: 'not_allowed',
  not_yours: 'forbidden',
  too_many_requests: 'server_busy',
  busy: 'server_busy',
  database_unavailable: 'server_busy',
  internal_error: 'internal_server_error',
};

/** An `Imsx_StatusInfo` (Open Badges 3.0, appendix B.3). */
function sendStatusInfo(reply: FastifyReply, { code, text }: HostProblem): FastifyReply {
  const field = {
    imsx_codeMinorFieldName: 'insignia',
    imsx_codeMinorFieldValue: minorCodes[code] ?? 'invalid_data',
  };
  return sendJson(reply, {
    ...{ imsx_codeMajor: 'failure', imsx_severity: 'error', imsx_description: text },
    imsx_codeMinor: { imsx_codeMinorField: [field] },
  });
}

const parameter = (name: string, description: string, schema: object) => ({
  ...{ name, in: 'query', required: false, description, schema },
});
const response = (description: string) => ({ description });
const failure = { default: response('Imsx_StatusInfo') };
const needs = (scope: string) => [{ OAuth2ACG: [scope] }];

const withSlashes = (paths: Record<string, object>) =>
  Object.fromEntries(Object.entries(paths).map(([path, verbs]) => [`/${path}`, verbs]));

/** The service description, an OpenAPI document with members of 1EdTech (Open Badges 3.0 §6.3). */
function describeService(urls: Urls) {
  const { base } = urls;
  const { name, image, policyUrl, ...oauth } = describeHost(urls);
  const scopes = {
    [appScopes.readCredentials]: 'Read the OpenBadgeCredentials of the user',
    [appScopes.upsertCredential]: 'Create or update OpenBadgeCredentials of the user',
    [appScopes.readPerson]: 'Read the profile of the user',
    [appScopes.stay]: 'Get a refresh token',
  };
  const described = {
    ...{ 'x-imssf-name': name, 'x-imssf-image': image },
    ...{ 'x-imssf-privacyPolicyUrl': policyUrl, 'x-imssf-termsOfServiceUrl': policyUrl },
  };
  return {
    openapi: '3.0.1',
    info: {
      ...{ title: name, version: '3.0', termsOfService: policyUrl },
      ...{ 'x-imssf-image': image, 'x-imssf-privacyPolicyUrl': policyUrl },
    },
    servers: [{ url: base + apiBase }],
    paths: withSlashes({
      discovery: {
        get: {
          operationId: 'getServiceDescription',
          responses: { 200: response('This document'), ...failure },
        },
      },
      credentials: {
        get: {
          operationId: 'getCredentials',
          parameters: [
            parameter('limit', 'Credentials per page', { type: 'integer', minimum: 1 }),
            parameter('offset', 'Index of the first one', { type: 'integer', minimum: 0 }),
            parameter('since', 'Only what was created or changed later', {
              ...{ type: 'string', format: 'date-time' },
            }),
          ],
          responses: { 200: response('GetOpenBadgeCredentialsResponse'), ...failure },
          security: needs(appScopes.readCredentials),
        },
        post: {
          operationId: 'upsertCredential',
          requestBody: {
            required: true,
            content: { 'application/json': {}, 'application/vc+ld+json': {}, 'text/plain': {} },
          },
          responses: { 200: response('Replaced'), 201: response('Created'), ...failure },
          security: needs(appScopes.upsertCredential),
        },
      },
      profile: {
        get: {
          operationId: 'getProfile',
          responses: { 200: response('Profile'), ...failure },
          security: needs(appScopes.readPerson),
        },
      },
    }),
    components: {
      securitySchemes: {
        OAuth2ACG: {
          ...{ type: 'oauth2', description: 'OAuth 2.0 authorization code with PKCE (S256)' },
          ...described,
          'x-imssf-registrationUrl': oauth.registrationUrl,
          flows: {
            authorizationCode: {
              authorizationUrl: oauth.authorizationUrl,
              ...{ tokenUrl: oauth.tokenUrl, refreshUrl: oauth.tokenUrl },
              scopes,
            },
          },
        },
      },
    },
  };
}
