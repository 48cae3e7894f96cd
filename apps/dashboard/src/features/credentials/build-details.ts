import type { AttributeDefinition } from '@insignia/contract';
import { omitEmpty, parseRows, serializeRows } from '../../shared/rows.ts';
import type { Credential } from './queries.ts';

/** Details as form fields: lists and custom fields are JSON. */
export type MoreDetailFields = { narrative: string; evidence: string; attributes: string };
export const emptyMoreDetails: MoreDetailFields = { narrative: '', evidence: '', attributes: '' };

export const emptyEvidence = { id: '', name: '', narrative: '' };

/** Without a prototype, because a custom field may be named like a property, such as `constructor`. */
export function parseAttributeValues(attributes: string): Record<string, string> {
  return Object.assign(Object.create(null), attributes === '' ? {} : JSON.parse(attributes));
}

/** The request body. Omits custom fields that another badge defines. */
export function buildCredentialDetails(
  { narrative, evidence, attributes }: MoreDetailFields,
  defined: readonly AttributeDefinition[],
) {
  const rows = parseRows<typeof emptyEvidence>(evidence).map(omitEmpty);
  const typed = parseAttributeValues(attributes);
  const values = omitEmpty(
    Object.fromEntries(defined.map(({ name }) => [name, (typed[name] ?? '').trim()])),
  ) as Record<string, string>;
  return {
    ...(narrative.trim() && { narrative }),
    ...(rows.length > 0 && { evidence: rows }),
    ...(Object.keys(values).length > 0 && { attributes: values }),
  };
}

export type CorrectionFields = {
  name: string;
  email: string;
  issuedOn: string;
  expires: string;
  reason: string;
  isMailed: boolean;
} & MoreDetailFields;

const toDay = (moment: string): string => moment.slice(0, 10);

export function toCorrectionFields(credential: Credential): CorrectionFields {
  const { recipient, issuedOn, expires, narrative = '', evidence = [] } = credential;
  const { attributes = {} } = credential;
  return {
    ...recipient,
    issuedOn: toDay(issuedOn),
    expires: expires ? toDay(expires) : '',
    narrative,
    // Fields that the form doesn't show are kept.
    evidence: serializeRows(evidence.map((each) => ({ ...emptyEvidence, ...each }))),
    attributes: Object.keys(attributes).length > 0 ? JSON.stringify(attributes) : '',
    reason: '',
    isMailed: false,
  };
}

/** The request body, with the fields that differ from the credential. */
export function buildCorrection(
  fields: CorrectionFields,
  credential: Credential,
  defined: readonly AttributeDefinition[],
) {
  const before = toCorrectionFields(credential);
  const { name, email, issuedOn, expires, narrative, evidence, attributes } = fields;
  const recipient = {
    ...(name !== before.name && { name }),
    ...(email !== before.email && { email }),
  };
  const typed = parseAttributeValues(attributes);
  const values = omitEmpty(
    Object.fromEntries(defined.map((each) => [each.name, (typed[each.name] ?? '').trim()])),
  ) as Record<string, string>;
  return {
    ...(Object.keys(recipient).length > 0 && { recipient }),
    ...(issuedOn !== before.issuedOn && { issuedOn }),
    ...(expires !== before.expires && { expires: expires || null }),
    ...(narrative !== before.narrative && { narrative: narrative.trim() ? narrative : null }),
    ...(evidence !== before.evidence && {
      evidence: parseRows<typeof emptyEvidence>(evidence).map(omitEmpty),
    }),
    ...(attributes !== before.attributes && { attributes: values }),
    ...(fields.reason.trim() && { reason: fields.reason }),
    ...(fields.isMailed && { notify: true }),
  };
}

/** Lists and custom fields are JSON in the form. */
export function formatCorrectionField(field: string, value: string): string {
  if (field === 'evidence')
    return parseRows<Record<string, string>>(value)
      .map(({ name, id, narrative }) => name || id || narrative)
      .join('\n');
  if (field !== 'attributes') return value;
  return Object.entries(parseAttributeValues(value))
    .map(([name, each]) => `${name}: ${each}`)
    .join('\n');
}
