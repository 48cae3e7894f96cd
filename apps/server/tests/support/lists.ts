import { type Operation, type OperationId, operations } from '@insignia/contract';
import { computeRecipientId } from '../../src/features/credentials/index.ts';
import { FREQUENT_ADDRESS, RARE_NAME, type Tenant } from './tenants.ts';

/** Queries of a list by the parameter that they test, without `?`. */
type Filters = Record<string, string[]>;

export type PagedList = {
  /** The rows of the list, the column that names their tenant, and the tenant's id there. */
  table: string;
  owner: 'account_id' | 'webhook_id';
  path: string;
  /** Purpose that page tokens are signed for. */
  token: string;
  filters: Filters;
  /** The column of its order, if that isn't the id. Searches are in the order of ids. */
  textColumn?: 'email_search';
  /** Added to each request. */
  always?: string;
};

type ListEntry = { paged: (tenant: Tenant) => PagedList } | { boundedBy: string };

/** The code of a credential in the middle of the list. */
export const SHORT_CODE = '7K3M-9QXT';
const nobody = '01900000-0000-7000-8000-000000000000';
const day = (daysAgo: number): string =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const times = (name: string): string[] =>
  [-1, 10, 50, 3_000].map((daysAgo) => `${name}=${encodeURIComponent(day(daysAgo))}`);

const criteria = (badgeId: string): object[] => [
  ...['valid', 'expired', 'revoked'].flatMap((state) => [{ state }, { state, badgeId }]),
  { badgeId },
  ...['not_emailed', 'emailed', 'bounced'].flatMap((emailStatus) => [
    { emailStatus },
    { emailStatus, badgeId },
    ...['valid', 'expired', 'revoked'].flatMap((state) => [
      { emailStatus, state },
      { emailStatus, state, badgeId },
    ]),
  ]),
  { badgeId: nobody },
  ...['name', 'email', undefined].flatMap((searchField) =>
    [RARE_NAME, 'gmail', 'anna', 'nobody.at.all'].map((search) => ({ search, searchField })),
  ),
  ...[SHORT_CODE, '0000-0000'].flatMap((search) => [
    { search },
    { search, badgeId },
    { search, state: 'valid', emailStatus: 'not_emailed' },
  ]),
];

/**
 * Each list of the API: how to request its pages and filters, or what limits its size. A test fails
 * if a list is missing.
 */
export const lists: Partial<Record<OperationId, ListEntry>> = {
  listSessions: { boundedBy: 'the sessions of one person, each signed in by hand' },
  listPasskeys: { boundedBy: 'the passkeys of one person, who may have 20' },
  listKeys: { boundedBy: 'the 1,000 keys of one account' },
  listSsoConnections: { boundedBy: 'the 10 connections of one account' },
  listSsoDomains: { boundedBy: 'the 50 domains of one account' },
  listProvisioningTokens: { boundedBy: 'the 50 tokens of one account' },
  listLtiPlatforms: { boundedBy: 'the 50 platforms of one account' },
  listTransfers: { boundedBy: 'the newest 100 of one account' },
  listMembers: { boundedBy: 'the members that the plan allows' },
  listIssuerKeys: { boundedBy: 'the keys of one issuer, each made by hand' },
  listCertificates: { boundedBy: 'the designs of one issuer, of which it may have 50' },
  listCertificateTemplates: { boundedBy: 'the styles and templates that come with the program' },
  listDesignTemplates: { boundedBy: 'the templates that come with the program' },
  listWebhooks: { boundedBy: 'the endpoints of one account, with the last 20 deliveries of each' },
  awardEditions: { boundedBy: 'what one credential has said' },
  awardEvents: { boundedBy: 'what happened to one credential' },
  exportAccount: { boundedBy: 'the whole account, read in batches along an index' },
  exportMine: { boundedBy: 'the credentials of one user, made one after the other' },
  exportAwards: { boundedBy: 'all credentials of a filter, read in batches along an index' },
  importErrors: { boundedBy: 'the rows of one file' },
  listMigrations: { boundedBy: 'the newest 50 of one account' },
  migrationErrors: { boundedBy: 'the rows of one file' },
  migrationRedirects: { boundedBy: 'the rows and badges of one file' },
  exportRedirects: {
    boundedBy: 'the 100,000 redirects of one account, read in pages along an index',
  },
  listIssuers: {
    paged: () => ({
      ...{ table: 'issuers', owner: 'account_id', path: '/issuers', token: 'issuers' },
      filters: {},
    }),
  },
  listBadges: {
    paged: () => ({
      ...{ table: 'badges', owner: 'account_id', path: '/badges', token: 'badges' },
      always: 'limit=50',
      filters: { limit: [], badgeId: [], includeShareText: [] },
    }),
  },
  listImports: {
    paged: () => ({
      ...{ table: 'imports', owner: 'account_id', path: '/awards/imports', token: 'imports' },
      filters: {},
    }),
  },
  listAwards: {
    paged: ({ badgeId }) => ({
      ...{ table: 'credentials', owner: 'account_id', path: '/awards', token: 'credentials' },
      filters: {
        filter: criteria(badgeId).map(
          (each) => `filter=${encodeURIComponent(JSON.stringify(each))}`,
        ),
      },
    }),
  },
  listRecipients: {
    paged: () => ({
      ...{ table: 'credentials', owner: 'account_id', path: '/recipients', token: 'recipients' },
      textColumn: 'email_search',
      filters: {
        search: [RARE_NAME, 'gmail', 'anna', 'nobody.at.all'].map((words) => `search=${words}`),
      },
    }),
  },
  getRecipient: {
    paged: ({ accountId }) => ({
      ...{ table: 'credentials', owner: 'account_id', token: 'recipient' },
      path: `/recipients/${computeRecipientId(accountId, FREQUENT_ADDRESS)}`,
      filters: {},
    }),
  },
  listCollections: { boundedBy: 'the 100 collections of one user' },
  listAddresses: { boundedBy: 'the 20 addresses of one user' },
  listMyCredentials: {
    boundedBy: 'the credentials of one user’s addresses, each read along an index',
  },
  listRequests: {
    paged: () => ({
      ...{ table: 'recipient_requests', owner: 'account_id', path: '/requests' },
      token: 'requests',
      filters: { state: ['open', 'accepted', 'declined'].map((state) => `state=${state}`) },
    }),
  },
  listClaims: {
    paged: ({ badgeId }) => ({
      ...{ table: 'claims', owner: 'account_id', path: `/badges/${badgeId}/claims` },
      token: `claims ${badgeId}`,
      filters: {},
    }),
  },
  listClaimRequests: {
    paged: ({ claimId }) => ({
      ...{ table: 'claim_requests', owner: 'account_id', path: `/claims/${claimId}/requests` },
      token: `claim requests ${claimId}`,
      filters: {},
    }),
  },
  listMail: {
    paged: () => ({
      ...{ table: 'mails', owner: 'account_id', path: '/mail', token: 'mail' },
      filters: {
        state: ['queued', 'sent', 'bounced', 'failed'].map((state) => `state=${state}`),
        awardId: [`awardId=${nobody}`],
        search: ['nobody.at.all', RARE_NAME, SHORT_CODE, '0000-0000'].map(
          (words) => `search=${words}`,
        ),
        searchField: ['gmail', RARE_NAME, 'nobody.at.all', 'gmail&state=queued'].map(
          (words) => `searchField=email&search=${words}`,
        ),
      },
    }),
  },
  listDeliveries: {
    paged: ({ webhookId }) => ({
      table: 'deliveries',
      owner: 'webhook_id',
      path: `/webhooks/${webhookId}/deliveries`,
      token: `deliveries ${webhookId}`,
      filters: {
        event: [
          ...['issued', 'delivered', 'revoked', 'viewed'].map((name) => `event=credential.${name}`),
          'event=ping',
          'event=credential.viewed&state=failed',
          'event=credential.revoked&state=failed',
          ...['issued', 'revoked', 'viewed'].flatMap((name) => [
            `event=credential.${name}&state=delivered`,
            `event=credential.${name}&state=pending`,
          ]),
        ],
        state: ['pending', 'delivered', 'failed'].map((state) => `state=${state}`),
        since: times('since'),
        until: times('until'),
      },
    }),
  },
  listAuditLog: {
    paged: ({ personId }) => ({
      ...{ table: 'audit_log', owner: 'account_id', path: '/audit-log', token: 'audit-log' },
      filters: {
        personId: [personId, nobody].map((id) => `personId=${id}`),
        action: [
          ...['createAward', 'sendAward', 'revokeAward', 'deleteBadge'].map(
            (action) => `action=${action}`,
          ),
          `action=createAward&personId=${personId}`,
          `action=sendAward&personId=${personId}`,
          `action=revokeAward&personId=${personId}`,
          `action=deleteBadge&personId=${personId}`,
          `action=revokeAward&personId=${nobody}`,
        ],
        since: [...times('since'), `${times('since')[0]}&personId=${nobody}`],
        until: times('until'),
      },
    }),
  },
};

/**
 * Returns every list of the contract: operations with a page token, an array of items, or rows of
 * CSV.
 */
export function listOperations(): [OperationId, Operation][] {
  return (Object.entries(operations) as [OperationId, Operation][]).filter(([, operation]) => {
    const { method, access, query, reply, serves } = operation;
    if (method !== 'GET' || access === 'public') return false;
    const members = (reply as { shape?: Record<string, { def: { type: string } }> })?.shape ?? {};
    const [first] = Object.values(members);
    return (
      query?.shape.lastEvaluatedKey !== undefined ||
      first?.def.type === 'array' ||
      serves?.some((type) => /csv|zip/.test(type)) === true
    );
  });
}

/** Returns the requests for a list, by name: its first page and each filter. */
export function listRequests({ path, always, filters }: PagedList): string[] {
  return ['', ...Object.values(filters).flat()].map(
    (query) => `${path}?${[always, query].filter(Boolean).join('&')}`,
  );
}
