const base = '{{bundle.authData.baseUrl}}';

const recipientFields = [
  { key: 'data__recipient__name', label: 'Recipient Name' },
  { key: 'data__recipient__email', label: 'Recipient Email' },
];

const events = {
  credential_issued: {
    event: 'credential.issued',
    label: 'Credential Issued',
    description: 'Triggers when a credential is issued.',
    sample: {
      badgeId: 'https://badges.example.org/certify-badge/badge/01a1ff35-a000-7000-8000-000000000002',
      badgeName: 'First steps',
      recipient: { name: 'Ada Lovelace', email: 'ada@example.org' },
      issuedOn: '2026-03-01',
      expires: null,
    },
    fields: [
      ...recipientFields,
      { key: 'data__badgeName', label: 'Badge Name' },
      { key: 'data__issuedOn', label: 'Issued On' },
    ],
  },
  credential_delivered: {
    event: 'credential.delivered',
    label: 'Credential Delivered',
    description: "Triggers when a mail server accepts a credential's email.",
    sample: {
      recipient: { name: 'Ada Lovelace', email: 'ada@example.org' },
      badgeName: 'First steps',
    },
    fields: [...recipientFields, { key: 'data__badgeName', label: 'Badge Name' }],
  },
  credential_viewed: {
    event: 'credential.viewed',
    label: 'Credential Viewed',
    description: "Triggers when a credential's page is viewed for the first time.",
    sample: { recipient: { name: 'Ada Lovelace', email: 'ada@example.org' } },
    fields: recipientFields,
  },
  credential_revoked: {
    event: 'credential.revoked',
    label: 'Credential Revoked',
    description: 'Triggers when a credential is revoked.',
    sample: { reason: 'Issued by mistake' },
    fields: [{ key: 'data__reason', label: 'Reason' }],
  },
};

const createTrigger = (key, { event, label, description, sample, fields }) => ({
  key,
  noun: 'Credential',
  display: { label, description },
  operation: {
    type: 'hook',
    performSubscribe: async (z, bundle) => {
      const { data } = await z.request({
        url: `${bundle.authData.baseUrl}/webhooks`,
        method: 'POST',
        body: { url: bundle.targetUrl, events: [event] },
      });
      return data;
    },
    performUnsubscribe: async (z, bundle) => {
      const { data } = await z.request({
        url: `${bundle.authData.baseUrl}/webhooks/${bundle.subscribeData.id}`,
        method: 'DELETE',
      });
      return data;
    },
    perform: (_z, bundle) => [bundle.cleanedRequest],
    performList: async (z, bundle) => {
      const { data } = await z.request(`${bundle.authData.baseUrl}/webhooks/samples/${event}`);
      return [data];
    },
    sample: {
      id: '01a1ff35-a000-7000-8000-000000000061',
      type: event,
      createdAt: 1772357400000,
      data: {
        awardId:
          'https://badges.example.org/certify-badge/award/01a1ff35-a000-7000-8000-000000000003',
        ...sample,
      },
    },
    outputFields: [
      { key: 'id', label: 'Event ID' },
      { key: 'type', label: 'Event Type' },
      { key: 'createdAt', label: 'Time in Milliseconds', type: 'integer' },
      { key: 'data__awardId', label: 'Credential URL' },
      ...fields,
    ],
  },
});

/** Fills drop-down lists. */
const badgeList = {
  key: 'badge_list',
  noun: 'Badge',
  display: {
    label: 'List of Badges',
    description: 'Triggers for the list of badges in drop-down menus.',
    hidden: true,
  },
  operation: {
    perform: { url: `${base}/badges` },
    sample: {
      id: 'https://badges.example.org/certify-badge/badge/01a1ff35-a000-7000-8000-000000000002',
      name: 'First steps',
    },
  },
};

export const triggers = {
  ...Object.fromEntries(
    Object.entries(events).map(([key, event]) => [key, createTrigger(key, event)]),
  ),
  badge_list: badgeList,
};
