/** Documents about the service (RFC 7643 §5 to §7). They list only what it stores. */

type Attribute = {
  name: string;
  type: string;
  multiValued: boolean;
  description: string;
  required: boolean;
  mutability: string;
  returned: string;
  caseExact?: boolean;
  uniqueness?: string;
  canonicalValues?: string[];
  subAttributes?: Attribute[];
};

function describe(name: string, description: string, more: Partial<Attribute> = {}): Attribute {
  const type = more.type ?? 'string';
  return {
    ...{ name, type, description, multiValued: false, required: false },
    ...{ mutability: 'readWrite', returned: 'default' },
    ...(type === 'string' && { caseExact: false, uniqueness: 'none' }),
    ...more,
  };
}

const readOnly = { mutability: 'readOnly' } as const;
const list = (subAttributes: Attribute[]) => ({
  type: 'complex',
  multiValued: true,
  subAttributes,
});

const userId = 'urn:ietf:params:scim:schemas:core:2.0:User';
const groupId = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const schemaIds = ['urn:ietf:params:scim:schemas:core:2.0:Schema'];

/** A common attribute, which schemas needn't list (RFC 7643 §3.1). Entra ID's validator looks for it. */
const externalId = describe('externalId', 'ID in your directory', { caseExact: true });

const schemas = [
  {
    id: userId,
    name: 'User',
    description: 'Member of the account',
    attributes: [
      describe('userName', 'Email address', { required: true, uniqueness: 'server' }),
      describe('name', 'Parts of the name', {
        type: 'complex',
        subAttributes: [
          describe('formatted', 'Full name'),
          describe('familyName', 'Family name'),
          describe('givenName', 'Given name'),
        ],
      }),
      describe('displayName', 'Name to show'),
      externalId,
      describe('active', 'False ends access and frees the seat', { type: 'boolean' }),
      describe(
        'emails',
        'Work address, for your directory. The userName receives emails',
        list([
          describe('value', 'Email address'),
          describe('type', 'Always work', { canonicalValues: ['work'] }),
          describe('primary', 'Always true', { type: 'boolean' }),
        ]),
      ),
      describe('groups', 'Groups of the user', {
        ...list([describe('value', 'ID', readOnly), describe('display', 'Name', readOnly)]),
        ...readOnly,
      }),
      describe('roles', 'Role in the account, from the groups', {
        ...list([
          describe('value', 'viewer, editor, admin or owner', readOnly),
          describe('primary', 'Always true', { type: 'boolean', ...readOnly }),
        ]),
        ...readOnly,
      }),
    ],
  },
  {
    id: groupId,
    name: 'Group',
    description: 'Group of members. The account decides which role it gives',
    attributes: [
      describe('displayName', 'Name', { required: true, uniqueness: 'server' }),
      externalId,
      describe('members', 'Not in lists of groups', {
        ...list([
          describe('value', 'ID of a user', { mutability: 'immutable', caseExact: true }),
          describe('display', 'userName', readOnly),
        ]),
      }),
    ],
  },
];

export type DiscoveryDocument = { id: string; [name: string]: unknown };

export const describeSchemas = (base: string): DiscoveryDocument[] =>
  schemas.map((schema) => ({
    schemas: schemaIds,
    ...schema,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }));

export const describeResourceTypes = (base: string): DiscoveryDocument[] =>
  schemas.map(({ id, name, description }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    ...{ id: name, name, description, endpoint: `/${name}s`, schema: id },
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }));

export const describeService = (base: string, maxResults: number) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Provisioning token',
      description: 'Authorization: Bearer with a token from the screen Provisioning',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});
