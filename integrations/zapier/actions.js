const sample = {
  id: 'https://badges.example.org/certify-badge/award/01a1ff35-a000-7000-8000-000000000003',
  badge: {
    id: 'https://badges.example.org/certify-badge/badge/01a1ff35-a000-7000-8000-000000000002',
    name: 'First steps',
  },
  recipient: { name: 'Ada Lovelace', email: 'ada@example.org' },
  issuedOn: '2026-03-01T00:00:00.000Z',
  state: 'valid',
  emailStatus: 'not_emailed',
};
const outputFields = [
  { key: 'id', label: 'Credential URL' },
  { key: 'badge__name', label: 'Badge Name' },
  { key: 'recipient__name', label: 'Recipient Name' },
  { key: 'recipient__email', label: 'Recipient Email' },
  { key: 'issuedOn', label: 'Issued On' },
  { key: 'state', label: 'Status' },
];

const badgeField = {
  key: 'badgeId',
  label: 'Badge',
  dynamic: 'badge_list.id.name',
};
const credentialField = {
  key: 'awardId',
  label: 'Credential',
  required: true,
  helpText: 'The URL or ID of the credential, for example from **Find Credential**.',
};

/** Ids of the API are URLs. Paths have their last part. */
const toGuid = (id) => encodeURIComponent(String(id).replace(/\/+$/, '').split('/').at(-1));

const readCredential = async (z, { baseUrl }, id) => {
  const { data } = await z.request(`${baseUrl}/awards/${toGuid(id)}`);
  return data.info;
};

const post = (z, url, parameters, headers = {}) =>
  z.request({ url, method: 'POST', body: { parameters }, headers });

export const creates = {
  issue_credential: {
    key: 'issue_credential',
    noun: 'Credential',
    display: {
      label: 'Issue Credential',
      description: 'Issues a credential to a recipient, and emails it if you want.',
    },
    operation: {
      inputFields: [
        { ...badgeField, required: true },
        { key: 'name', label: 'Recipient Name', required: true },
        { key: 'email', label: 'Recipient Email', required: true },
        {
          key: 'issuedOn',
          label: 'Issued On',
          type: 'datetime',
          helpText: 'The date earned, for example 2026-03-01. Today if empty.',
        },
        {
          key: 'expires',
          label: 'Expires',
          type: 'datetime',
          helpText: "The last day. As the badge's own period of validity if empty.",
        },
        {
          key: 'onDuplicate',
          label: 'If the Recipient Already Has This Badge',
          choices: { skip: 'Skip', issue: 'Issue another' },
          default: 'skip',
        },
        {
          key: 'sendEmail',
          label: 'Email the Recipient',
          type: 'boolean',
          default: 'false',
          helpText: 'Only if the credential was never emailed.',
        },
      ],
      perform: async (z, bundle) => {
        const { baseUrl } = bundle.authData;
        const { badgeId, name, email, issuedOn, expires, onDuplicate, sendEmail } =
          bundle.inputData;
        const { data } = await post(z, `${baseUrl}/awards`, {
          badgeId,
          recipient: { name, email },
          issuedOn: issuedOn || new Date().toISOString().slice(0, 10),
          ...(expires && { expires }),
          ...(onDuplicate && { onDuplicate }),
        });
        const { awardId, skipped = false } = data.info;
        const read = () => readCredential(z, bundle.authData, awardId);
        let credential = await read();
        // Also if an earlier run issued it, but couldn't email it.
        if (sendEmail && credential.emailStatus === 'not_emailed') {
          await post(z, `${baseUrl}/awards/${toGuid(awardId)}/send`, { email });
          credential = await read();
        }
        return { ...credential, skipped };
      },
      sample: { ...sample, skipped: false },
      outputFields: [...outputFields, { key: 'skipped', label: 'Skipped', type: 'boolean' }],
    },
  },
  revoke_credential: {
    key: 'revoke_credential',
    noun: 'Credential',
    display: {
      label: 'Revoke Credential',
      description: "Revokes a credential. This can't be undone.",
    },
    operation: {
      inputFields: [
        credentialField,
        {
          key: 'reason',
          label: 'Reason',
          type: 'text',
          helpText: 'Published with the credential.',
        },
      ],
      perform: async (z, bundle) => {
        const { awardId, reason } = bundle.inputData;
        const url = `${bundle.authData.baseUrl}/awards/${toGuid(awardId)}/revoke`;
        await post(z, url, reason ? { reason } : {});
        return readCredential(z, bundle.authData, awardId);
      },
      sample: { ...sample, state: 'revoked' },
      outputFields,
    },
  },
};

export const searches = {
  find_credential: {
    key: 'find_credential',
    noun: 'Credential',
    display: {
      label: 'Find Credential',
      description: 'Finds the newest credential by name, email address or short code.',
    },
    operation: {
      inputFields: [
        {
          key: 'search',
          label: 'Name, Email Address or Short Code',
          required: true,
          helpText: 'Part of a name or email address, or a whole short code.',
        },
        badgeField,
        {
          key: 'state',
          label: 'Status',
          choices: { valid: 'Valid', expired: 'Expired', revoked: 'Revoked' },
        },
      ],
      perform: async (z, bundle) => {
        const { search, badgeId, state } = bundle.inputData;
        const filter = { search, ...(badgeId && { badgeId }), ...(state && { state }) };
        const { data } = await z.request({
          url: `${bundle.authData.baseUrl}/awards`,
          params: { filter: JSON.stringify(filter) },
        });
        return data.info.awards;
      },
      sample,
      outputFields,
    },
  },
  find_badge: {
    key: 'find_badge',
    noun: 'Badge',
    display: { label: 'Find Badge', description: 'Finds the newest badge with a name.' },
    operation: {
      inputFields: [{ key: 'name', label: 'Name', required: true }],
      perform: async (z, bundle) => {
        const name = bundle.inputData.name.trim().toLowerCase();
        const { data } = await z.request(`${bundle.authData.baseUrl}/badges`);
        return data.filter((badge) => badge.name.trim().toLowerCase() === name);
      },
      sample: { id: sample.badge.id, name: 'First steps' },
      outputFields: [
        { key: 'id', label: 'Badge URL' },
        { key: 'name', label: 'Name' },
      ],
    },
  },
};
