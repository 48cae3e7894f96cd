import { z } from 'zod';
import { exampleIds } from './examples.ts';
import { defineOperation } from './operation.ts';
import { pagePaths } from './paths.ts';
import { idOrUrl, line, webUrl } from './text.ts';

const tag = 'Courses';
/** Per account. */
export const MAX_LTI_PLATFORMS = 50;
const MAX_DEPLOYMENTS = 100;

const adminRead = { who: 'caller', scope: 'read', role: 'admin' } as const;
const adminWrite = { who: 'caller', scope: 'write', role: 'admin' } as const;

const byPlatform = z.object({ platformId: idOrUrl });
const platformIds = { platformId: 'lti_platform_not_found' } as const;

/** When a credential is issued in a course. */
export const ltiRules = ['open', 'teacher', 'score'] as const;
export type LtiRule = (typeof ltiRules)[number];

const fields = z.object({
  name: line({ max: 100 }).meta({ description: 'Name for your team' }),
  issuer: webUrl.meta({
    description: 'Issuer (Moodle: Platform ID), exactly as the platform sends it',
  }),
  clientId: line({ max: 255 }).meta({ description: 'Client ID that the platform gave the tool' }),
  deploymentIds: z
    .array(line({ max: 255 }))
    .max(MAX_DEPLOYMENTS, `must have at most ${MAX_DEPLOYMENTS} deployments`)
    .meta({ description: 'Deployment IDs. Launches of other deployments are refused' }),
  authorizationUrl: webUrl.meta({
    description: 'OIDC authorization endpoint (Moodle: Authentication request URL)',
  }),
  tokenUrl: webUrl.meta({ description: 'OAuth 2.0 token endpoint (Moodle: Access token URL)' }),
  jwksUrl: webUrl.meta({ description: 'Public keys (Moodle: Public keyset URL)' }),
});
const change = fields.partial();
export type LtiPlatformInput = z.output<typeof fields>;
export type LtiPlatformChange = z.output<typeof change>;

const platform = z
  .object({
    platformId: z.string().meta({ description: 'ID' }),
    name: z.string().meta({ description: 'Name for your team' }),
    issuer: z.string().meta({ description: 'Issuer' }),
    clientId: z.string().meta({ description: 'Client ID' }),
    deploymentIds: z.array(z.string()).meta({ description: 'Deployment IDs' }),
    authorizationUrl: z.string().meta({ description: 'OIDC authorization endpoint' }),
    tokenUrl: z.string().meta({ description: 'OAuth 2.0 token endpoint' }),
    jwksUrl: z.string().meta({ description: 'Public keys' }),
    disabled: z.boolean().meta({ description: 'Whether the operator switched it off' }),
    createdAt: z.iso.datetime().meta({ description: 'Created at, in UTC' }),
    updatedAt: z.iso.datetime().meta({ description: 'Last changed at, in UTC' }),
  })
  .meta({ id: 'LtiPlatform' });

const tool = z
  .object({
    loginUrl: z.string().meta({ description: 'Initiate login URL' }),
    launchUrl: z.string().meta({
      description: 'Tool URL, redirection URI and content selection URL',
    }),
    jwksUrl: z.string().meta({ description: 'Public keyset URL' }),
  })
  .meta({ id: 'LtiTool' });

const ltiChecks = ['keys', 'token', 'launch', 'person', 'roster', 'scores'] as const;
export type LtiCheck = (typeof ltiChecks)[number];
const ltiFailures = ['unreachable', 'not_allowed', 'unavailable', 'refused', 'unsuitable'] as const;
export type LtiFailure = (typeof ltiFailures)[number];

const exampleInput = {
  name: 'Moodle',
  issuer: 'https://moodle.example.org',
  clientId: 'aBcDeFgHiJkLmNo',
  deploymentIds: ['1'],
  authorizationUrl: 'https://moodle.example.org/mod/lti/auth.php',
  tokenUrl: 'https://moodle.example.org/mod/lti/token.php',
  jwksUrl: 'https://moodle.example.org/mod/lti/certs.php',
} as const;
const examplePlatform = {
  platformId: exampleIds.platform,
  ...exampleInput,
  ...{ deploymentIds: ['1'], disabled: false },
  ...{ createdAt: '2026-03-01T09:30:00.000Z', updatedAt: '2026-03-01T09:30:00.000Z' },
};

const listLtiPlatforms = defineOperation({
  id: 'listLtiPlatforms',
  noun: 'courses.platforms',
  since: '1.0',
  method: 'GET',
  path: '/lti/platforms',
  access: adminRead,
  tag,
  summary: 'List platforms',
  description: `Learning platforms, oldest first, and the URLs to paste into one. An account has at most ${MAX_LTI_PLATFORMS}.`,
  reply: z.object({
    items: z.array(platform).meta({ description: 'All of them' }),
    tool: tool.meta({ description: 'URLs of this service, for the platform' }),
  }),
  examples: {
    reply: {
      items: [examplePlatform],
      tool: {
        loginUrl: `${exampleIds.home}${pagePaths.ltiLogin}`,
        launchUrl: `${exampleIds.home}${pagePaths.ltiLaunch}`,
        jwksUrl: `${exampleIds.home}${pagePaths.ltiKeys}`,
      },
    },
  },
});

export const createLtiPlatform = defineOperation({
  id: 'createLtiPlatform',
  noun: 'courses.createPlatform',
  audit: 'platform',
  since: '1.0',
  method: 'POST',
  path: '/lti/platforms',
  access: adminWrite,
  tag,
  summary: 'Register a platform',
  description:
    'Connects a learning platform by LTI 1.3, with values from its administration. Its administrator enters the URLs in `tool`. They name your account, so nobody else can receive its launches.',
  body: fields,
  reply: z.object({ platformId: z.string().meta({ description: 'ID' }) }),
  errors: ['lti_platform_taken', 'lti_limit_reached'],
  examples: {
    body: { ...exampleInput, deploymentIds: ['1'] },
    reply: { platformId: exampleIds.platform },
  },
});

const getLtiPlatform = defineOperation({
  id: 'getLtiPlatform',
  noun: 'courses.platform',
  since: '1.0',
  method: 'GET',
  path: '/lti/platforms/:platformId',
  access: adminRead,
  tag,
  summary: 'Get a platform',
  description: 'A platform has no secrets: both sides publish their keys.',
  params: byPlatform,
  ids: platformIds,
  tagged: true,
  reply: platform,
  examples: { reply: examplePlatform },
});

export const updateLtiPlatform = defineOperation({
  id: 'updateLtiPlatform',
  noun: 'courses.updatePlatform',
  audit: 'platform',
  since: '1.0',
  method: 'PUT',
  path: '/lti/platforms/:platformId',
  access: adminWrite,
  tag,
  summary: 'Update a platform',
  description:
    "Fields you omit stay unchanged. `issuer` and `clientId` can't be changed, because they identify learners.",
  params: byPlatform,
  ids: platformIds,
  tagged: true,
  body: change,
  reply: z.object({
    platformId: z.string().meta({ description: 'ID' }),
    updated: z.literal(true).meta({ description: 'Always true' }),
  }),
  errors: ['lti_platform_taken'],
  examples: {
    body: { deploymentIds: ['1', '2'] },
    reply: { platformId: exampleIds.platform, updated: true },
  },
});

const deleteLtiPlatform = defineOperation({
  id: 'deleteLtiPlatform',
  noun: 'courses.deletePlatform',
  audit: 'platform',
  since: '1.0',
  method: 'DELETE',
  path: '/lti/platforms/:platformId',
  access: adminWrite,
  tag,
  summary: 'Delete a platform',
  description:
    'Activities of the platform no longer open, and the data of its courses is deleted. Issued credentials stay.',
  params: byPlatform,
  ids: platformIds,
  reply: z.object({ deleted: z.literal(true).meta({ description: 'Always true' }) }),
  examples: { reply: { deleted: true } },
});

const testLtiPlatform = defineOperation({
  id: 'testLtiPlatform',
  noun: 'courses.test',
  audit: 'platform',
  since: '1.0',
  method: 'POST',
  path: '/lti/platforms/:platformId/test',
  access: adminWrite,
  tag,
  summary: 'Check a platform',
  description:
    'Fetches its keys, requests an access token as the service does for scores and rosters, and looks at what the last opened activity sent.',
  params: byPlatform,
  ids: platformIds,
  reply: z.object({
    checks: z
      .array(
        z.object({
          check: z.enum(ltiChecks).meta({
            description:
              '`keys`: its public keys can be read. `token`: it accepts our key. `launch`: someone opened an activity. After that, `person`: a name and an address arrived. `roster`: the platform offers the roster. `scores`: it offers scores',
          }),
          passed: z.boolean().meta({ description: 'Whether it passed' }),
          reason: z.enum(ltiFailures).nullable().meta({
            description:
              'Why the keys or the token failed. unreachable: nothing answers. not_allowed: the URL isn’t public or doesn’t use HTTPS. unavailable: the platform has a problem. refused: it refuses the request. unsuitable: the response isn’t usable',
          }),
          detail: z
            .string()
            .nullable()
            .meta({ description: 'The reason in words, or the time of the last launch' }),
        }),
      )
      .meta({ description: 'One each. The last three only if someone opened an activity' }),
  }),
  examples: {
    reply: {
      checks: [
        { check: 'keys', passed: true, reason: null, detail: null },
        {
          ...{ check: 'token', passed: false, reason: 'refused' },
          detail: 'the server returned 400: invalid_client',
        },
        { check: 'launch', passed: false, reason: null, detail: null },
      ],
    },
  },
});

const createLtiRegistration = defineOperation({
  id: 'createLtiRegistration',
  noun: 'courses.createRegistration',
  audit: 'platform',
  since: '1.0',
  method: 'POST',
  path: '/lti/registrations',
  access: adminWrite,
  tag,
  summary: 'Create a registration link',
  description:
    'The administrator of the platform pastes it as the tool’s registration URL. Platform and service then exchange their settings by LTI Dynamic Registration. It works once, for 24 hours.',
  reply: z.object({
    url: z.string().meta({ description: 'Paste it into the platform' }),
    expiresAt: z.iso.datetime().meta({ description: 'In UTC' }),
  }),
  errors: ['lti_limit_reached'],
  examples: {
    reply: {
      url: `${exampleIds.home}${pagePaths.ltiRegister}?token=AbCdEf`,
      expiresAt: '2026-03-02T09:30:00.000Z',
    },
  },
});

export const ltiOperations = {
  listLtiPlatforms,
  createLtiPlatform,
  getLtiPlatform,
  updateLtiPlatform,
  deleteLtiPlatform,
  testLtiPlatform,
  createLtiRegistration,
} as const;
