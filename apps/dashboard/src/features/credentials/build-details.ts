import type { AttributeDefinition } from '@insignia/contract';
import { omitEmpty, parseRows } from '../../shared/rows.ts';

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
