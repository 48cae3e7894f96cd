import { z } from 'zod';
import { asciiDomain } from './addresses.ts';
import { exampleIds } from './examples.ts';
import { defineOperation } from './operation.ts';
import { email, idOrUrl, line, prose, webUrl } from './text.ts';

const tag = 'Single sign-on';
/** Per account. */
export const MAX_SSO_CONNECTIONS = 10;
export const MAX_SSO_DOMAINS = 50;
const MAX_ROLES = 100;

const adminRead = { who: 'caller', scope: 'read', role: 'admin', personOnly: true } as const;
const adminWrite = { who: 'caller', scope: 'write', role: 'admin', personOnly: true } as const;
const fresh = 'Requires a sign-in within the last 5 minutes.';

const byConnection = z.object({ connectionId: idOrUrl });
const connectionIds = { connectionId: 'sso_connection_not_found' } as const;
const byDomain = z.object({ domain: line({ max: 254 }).meta({ description: 'Domain' }) });

/** A domain in any script. Compared in ASCII. */
const domain = line({ max: 254 })
  .refine((text) => asciiDomain(text) !== undefined, 'must be a domain, for example example.org')
  .meta({ description: 'Domain of email addresses, exactly: subdomains are domains of their own' });

export const ssoProtocols = ['oidc', 'saml'] as const;
export type SsoProtocolName = (typeof ssoProtocols)[number];
/** Nobody becomes an owner by signing in. */
export const ssoRoles = ['viewer', 'editor', 'admin'] as const;
export type SsoRole = (typeof ssoRoles)[number];
const ssoProvisioning = ['invited', 'onSignIn'] as const;

const scopeName = line({ max: 200 }).refine(
  (text) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text),
  'must be one scope without spaces or quotes',
);
const oidc = z.object({
  issuer: webUrl.meta({ description: 'Issuer URL, exactly as in the discovery document' }),
  clientId: line({ max: 500 }).meta({ description: 'Client ID' }),
  clientSecret: line({ max: 2_000 }).meta({ description: 'Client secret. Never returned' }),
  scopes: z
    .array(scopeName)
    .min(1, 'must have at least one scope')
    .max(20, 'must have at most 20 scopes')
    .refine((names) => names.includes('openid'), 'must include openid')
    .optional()
    .meta({ description: 'Default: openid, email and profile' }),
  secretExpiresAt: z.iso.date().nullish().meta({
    description:
      'Day on which the secret expires, for the warning 30 days before. `null` removes it',
  }),
});
const MAX_METADATA = 512 * 1024;
const saml = z.object({
  metadataUrl: webUrl.optional().meta({ description: 'URL of the provider’s metadata' }),
  metadataXml: prose({ max: MAX_METADATA })
    .optional()
    .meta({ description: 'The provider’s metadata, in place of its URL' }),
});
const roles = z.object({
  claim: line({ max: 500 })
    .nullish()
    .meta({ description: 'Claim or attribute with the user’s groups. Default: none' }),
  map: z
    .record(line({ max: 500 }), z.enum(ssoRoles))
    .refine((map) => Object.keys(map).length <= MAX_ROLES, `must have at most ${MAX_ROLES} values`)
    .optional()
    .meta({ description: 'Roles by value of the claim. The highest one applies' }),
  default: z
    .enum(ssoRoles)
    .nullish()
    .meta({ description: 'Role without a match. `null` refuses the sign-in. Default: viewer' }),
});

const fields = {
  name: line({ max: 100 }).meta({ description: 'Name for your team' }),
  protocol: z.enum(ssoProtocols).meta({ description: 'Protocol. Can’t be changed later' }),
  saml: saml.optional().meta({ description: 'For `saml`' }),
  domains: z
    .array(domain)
    .max(MAX_SSO_DOMAINS, `must have at most ${MAX_SSO_DOMAINS} domains`)
    .optional()
    .meta({
      description:
        'Domains of the account (`POST /sso/domains`) whose users sign in here. Unverified ones take effect once they are verified. Without any, only tests are possible. Default: none',
    }),
  roles: roles.optional().meta({
    description:
      'Roles by the provider’s groups. With a `claim`, they apply at every sign-in, except to the owner. Otherwise only new members get the default',
  }),
  provisioning: z.enum(ssoProvisioning).optional().meta({
    description:
      '`invited`: only members and invited people sign in. `onSignIn`: others become members, while seats are left. Default: `invited`',
  }),
  enforced: z.boolean().optional().meta({
    description:
      'Whether members of these domains sign in only here: other ways return 403 `sso_required`. Default: false',
  }),
  breakGlassEmail: email.nullish().meta({
    description:
      'Sign-in address of the owner, who may still sign in without the provider and is emailed each time. Required with `enforced`',
  }),
};
const createBody = z.object({
  ...fields,
  oidc: oidc.optional().meta({ description: 'For `oidc`' }),
});
const updateBody = createBody.partial().extend({
  oidc: oidc
    .partial()
    .optional()
    .meta({ description: 'For `oidc`. Omitted fields stay unchanged' }),
});
export type SsoConnectionInput = z.output<typeof createBody>;
export type SsoConnectionChange = z.output<typeof updateBody>;

const day = z.iso.date().nullable();
const warning = z.object({
  kind: z
    .enum(['secret', 'certificate', 'domain'])
    .meta({ description: 'What stops working: the client secret, a certificate or a domain' }),
  subject: z.string().nullable().meta({ description: 'The certificate or domain' }),
  at: z.iso.datetime().meta({ description: 'When it stops working, in UTC' }),
});
export type SsoWarning = z.output<typeof warning>;

const connection = z
  .object({
    connectionId: z.string().meta({ description: 'ID' }),
    name: z.string().meta({ description: 'Name for your team' }),
    protocol: z.enum(ssoProtocols).meta({ description: 'Protocol' }),
    oidc: z
      .object({
        issuer: z.string().meta({ description: 'Issuer URL' }),
        clientId: z.string().meta({ description: 'Client ID' }),
        scopes: z.array(z.string()).meta({ description: 'Requested scopes' }),
        secretExpiresAt: day.meta({ description: 'Day on which the secret expires, if known' }),
        redirectUri: z.string().meta({ description: 'To register with the provider' }),
      })
      .optional()
      .meta({ description: 'For `oidc`, without the secret' }),
    saml: z
      .object({
        metadataUrl: z.string().nullable().meta({ description: 'URL of the provider’s metadata' }),
        metadataXml: z.string().nullable().meta({ description: 'The provider’s metadata' }),
        spMetadataUrl: z.string().meta({ description: 'Our metadata, for the provider' }),
        entityId: z.string().meta({ description: 'Our entity ID' }),
        acsUrl: z.string().meta({ description: 'Our assertion consumer service' }),
      })
      .optional()
      .meta({ description: 'For `saml`' }),
    domains: z.array(z.string()).meta({ description: 'Domains whose users sign in here' }),
    roles: z
      .object({
        claim: z.string().nullable().meta({ description: 'Claim with the user’s groups' }),
        map: z.record(z.string(), z.enum(ssoRoles)).meta({ description: 'Roles by value' }),
        default: z.enum(ssoRoles).nullable().meta({ description: 'Role without a match' }),
      })
      .meta({ description: 'Roles by the provider’s groups' }),
    provisioning: z.enum(ssoProvisioning).meta({ description: 'Who may sign in' }),
    enforced: z.boolean().meta({ description: 'Whether members sign in only here' }),
    breakGlassEmail: z.string().nullable().meta({ description: 'The owner who is exempt' }),
    disabled: z.boolean().meta({ description: 'Whether the operator switched it off' }),
    createdAt: z.iso.datetime().meta({ description: 'Created at, in UTC' }),
    updatedAt: z.iso.datetime().meta({ description: 'Last changed at, in UTC' }),
    warnings: z
      .array(warning)
      .meta({ description: 'What will stop working within 30 days. Not part of the ETag' }),
  })
  .meta({ id: 'SsoConnection' });

const verifiedDomain = z
  .object({
    domain: z.string().meta({ description: 'In ASCII' }),
    record: z
      .object({
        name: z.string().meta({ description: 'Name of the record' }),
        type: z.literal('TXT').meta({ description: 'Type of the record' }),
        value: z.string().meta({ description: 'Value of the record' }),
      })
      .meta({ description: 'Add it to the DNS of the domain, and keep it there' }),
    verified: z.boolean().meta({ description: 'Whether the domain is yours' }),
    missingSince: z.iso.datetime().nullable().meta({
      description:
        'First daily check that didn’t find the record. 14 days later, the domain is no longer verified',
    }),
    connectionId: z.string().nullable().meta({ description: 'The connection that uses it' }),
  })
  .meta({ id: 'SsoDomain' });

const exampleDomain = 'university.example.org';
const exampleInput = {
  name: 'University',
  protocol: 'oidc',
  oidc: {
    issuer: 'https://login.example.net/tenant',
    clientId: 'insignia',
    clientSecret: 'from the console of the provider',
  },
  domains: [exampleDomain],
  roles: { claim: 'groups', map: { 'badge-admins': 'admin' }, default: 'viewer' },
  provisioning: 'invited',
  enforced: false,
} as const;
const exampleConnection = {
  ...{ connectionId: exampleIds.connection, name: 'University', protocol: 'oidc' },
  oidc: {
    ...{ issuer: exampleInput.oidc.issuer, clientId: 'insignia' },
    ...{ scopes: ['openid', 'email', 'profile'], secretExpiresAt: null },
    redirectUri: `${exampleIds.home}/sso/${exampleIds.connection}/callback`,
  },
  ...{ domains: [exampleDomain], roles: exampleInput.roles, provisioning: 'invited' },
  ...{ enforced: false, breakGlassEmail: null, disabled: false },
  ...{ createdAt: '2026-03-01T09:30:00.000Z', updatedAt: '2026-03-01T09:30:00.000Z' },
  warnings: [],
} as const;
const exampleDomainReply = {
  domain: exampleDomain,
  record: {
    ...{ name: exampleDomain, type: 'TXT' },
    value: 'insignia-verification=Yk3vQ0mJ8kXw1T5bZc6LrY',
  },
  ...{ verified: false, missingSince: null, connectionId: null },
} as const;

const listSsoConnections = defineOperation({
  id: 'listSsoConnections',
  noun: 'sso.connections',
  since: '1.0',
  method: 'GET',
  path: '/sso/connections',
  access: adminRead,
  tag,
  summary: 'List connections',
  description: `Oldest first, with warnings. An account has at most ${MAX_SSO_CONNECTIONS}.`,
  reply: z.object({ items: z.array(connection).meta({ description: 'All of them' }) }),
  examples: { reply: { items: [exampleConnection] } },
});

export const createSsoConnection = defineOperation({
  id: 'createSsoConnection',
  noun: 'sso.createConnection',
  audit: 'connection',
  since: '1.0',
  method: 'POST',
  path: '/sso/connections',
  access: adminWrite,
  tag,
  summary: 'Create a connection',
  description: `Connects an identity provider. Create it without domains, register its \`redirectUri\` with the provider, test it, then add domains with \`PUT\`. ${fresh}`,
  body: createBody,
  reply: z.object({ connectionId: z.string().meta({ description: 'ID' }) }),
  errors: ['fresh_sign_in_required', 'sso_limit_reached'],
  examples: { body: exampleInput, reply: { connectionId: exampleIds.connection } },
});

export const getSsoConnection = defineOperation({
  id: 'getSsoConnection',
  noun: 'sso.connection',
  since: '1.0',
  method: 'GET',
  path: '/sso/connections/:connectionId',
  access: adminRead,
  tag,
  summary: 'Get a connection',
  description: 'Without its secrets.',
  params: byConnection,
  ids: connectionIds,
  tagged: true,
  reply: connection,
  examples: { reply: exampleConnection },
});

export const updateSsoConnection = defineOperation({
  id: 'updateSsoConnection',
  noun: 'sso.updateConnection',
  audit: 'connection',
  since: '1.0',
  method: 'PUT',
  path: '/sso/connections/:connectionId',
  access: adminWrite,
  tag,
  summary: 'Update a connection',
  description: `Fields you omit stay unchanged. \`domains\` and \`roles\` replace the earlier ones. A new \`issuer\` needs the \`clientSecret\` again and unlinks all users. Their next sign-in links them again by their address. ${fresh}`,
  params: byConnection,
  ids: connectionIds,
  tagged: true,
  body: updateBody,
  reply: z.object({
    connectionId: z.string().meta({ description: 'ID' }),
    updated: z.literal(true).meta({ description: 'Always true' }),
  }),
  errors: ['fresh_sign_in_required'],
  examples: {
    body: { provisioning: 'onSignIn' },
    reply: { connectionId: exampleIds.connection, updated: true },
  },
});

export const deleteSsoConnection = defineOperation({
  id: 'deleteSsoConnection',
  noun: 'sso.deleteConnection',
  audit: 'connection',
  since: '1.0',
  method: 'DELETE',
  path: '/sso/connections/:connectionId',
  access: adminWrite,
  tag,
  summary: 'Delete a connection',
  description: `Ends the sessions that it opened. Members stay, and sign in by password or emailed code. ${fresh}`,
  params: byConnection,
  ids: connectionIds,
  reply: z.object({ deleted: z.literal(true).meta({ description: 'Always true' }) }),
  errors: ['fresh_sign_in_required'],
  examples: { reply: { deleted: true } },
});

export const testSsoConnection = defineOperation({
  id: 'testSsoConnection',
  noun: 'sso.test',
  audit: 'connection',
  since: '1.0',
  method: 'POST',
  path: '/sso/connections/:connectionId/test',
  access: adminWrite,
  tag,
  summary: 'Test a connection',
  description: `Returns a URL for the browser in which you are signed in. It runs the sign-in with the provider and shows the claims received, the resulting role, and each check with its reason. Creates no user, member or session. The URL works once, for 10 minutes. ${fresh}`,
  params: byConnection,
  ids: connectionIds,
  reply: z.object({
    url: z.string().meta({ description: 'Open it in a window' }),
    expiresAt: z.iso.datetime().meta({ description: 'In UTC' }),
  }),
  errors: ['fresh_sign_in_required'],
  examples: {
    reply: {
      url: `${exampleIds.home}/sso/${exampleIds.connection}/start?test=AbCdEf`,
      expiresAt: '2026-03-01T09:40:00.000Z',
    },
  },
});

const listSsoDomains = defineOperation({
  id: 'listSsoDomains',
  noun: 'sso.domains',
  since: '1.0',
  method: 'GET',
  path: '/sso/domains',
  access: adminRead,
  tag,
  summary: 'List domains',
  description: `Oldest first. An account has at most ${MAX_SSO_DOMAINS}.`,
  reply: z.object({ items: z.array(verifiedDomain).meta({ description: 'All of them' }) }),
  examples: { reply: { items: [exampleDomainReply] } },
});

export const addSsoDomain = defineOperation({
  id: 'addSsoDomain',
  noun: 'sso.addDomain',
  audit: 'domain',
  since: '1.0',
  method: 'POST',
  path: '/sso/domains',
  access: adminWrite,
  tag,
  summary: 'Add a domain',
  description: `Returns the TXT record that proves the domain is yours. Adding it again returns the same record. Public suffixes, such as \`co.uk\`, and domains of public mail providers are refused. ${fresh}`,
  body: z.object({ domain }),
  reply: verifiedDomain,
  errors: ['fresh_sign_in_required', 'sso_limit_reached'],
  examples: { body: { domain: exampleDomain }, reply: exampleDomainReply },
});

export const verifySsoDomain = defineOperation({
  id: 'verifySsoDomain',
  noun: 'sso.verifyDomain',
  audit: 'domain',
  since: '1.0',
  method: 'POST',
  path: '/sso/domains/:domain/verify',
  access: adminWrite,
  tag,
  summary: 'Verify a domain',
  description: `Looks up the TXT record. A verified domain belongs to one account. The record is checked every day: if it's missing, the admins are emailed, and 14 days later the domain is no longer verified. ${fresh}`,
  params: byDomain,
  reply: verifiedDomain,
  errors: [
    'fresh_sign_in_required',
    'sso_domain_not_found',
    'sso_record_not_found',
    'sso_domain_taken',
  ],
  examples: { reply: { ...exampleDomainReply, verified: true } },
});

export const deleteSsoDomain = defineOperation({
  id: 'deleteSsoDomain',
  noun: 'sso.deleteDomain',
  audit: 'domain',
  since: '1.0',
  method: 'DELETE',
  path: '/sso/domains/:domain',
  access: adminWrite,
  tag,
  summary: 'Delete a domain',
  description: `Its users no longer sign in by single sign-on. Other accounts can verify it. ${fresh}`,
  params: byDomain,
  reply: z.object({ deleted: z.literal(true).meta({ description: 'Always true' }) }),
  errors: ['fresh_sign_in_required', 'sso_domain_not_found'],
  examples: { reply: { deleted: true } },
});

export const ssoOperations = {
  listSsoConnections,
  createSsoConnection,
  getSsoConnection,
  updateSsoConnection,
  deleteSsoConnection,
  testSsoConnection,
  listSsoDomains,
  addSsoDomain,
  verifySsoDomain,
  deleteSsoDomain,
} as const;
