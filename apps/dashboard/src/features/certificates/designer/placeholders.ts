import { fold } from '@insignia/contract';
import { certificatePlaceholders, isKnownPlaceholder } from '@insignia/design';
import { createContext, useContext } from 'react';
import { t } from '../../../messages/en/certificates.ts';
import type { Badge } from '../../../shared/queries.ts';
import { namePlaceholder } from '../names.ts';

const MAX_FIELDS = 50;

/** Names of the custom fields of the issuer's badges. */
export const CustomFields = createContext<readonly string[]>([]);

/** Fields of several badges with one name are one placeholder. */
export function listCustomFields(badges: readonly Badge[], issuer: string | undefined): string[] {
  const names = new Map<string, string>();
  for (const badge of badges.filter((each) => each.issuer === issuer))
    for (const { name } of badge.attributes ?? [])
      if (isUsable(name) && !names.has(fold(name))) names.set(fold(name), name);
  return [...names.values()].slice(0, MAX_FIELDS);
}

/** Braces would end the placeholder. */
const isUsable = (name: string): boolean =>
  !/[{}]/.test(name) && isKnownPlaceholder(`field:${name}`);

type Placeholder = { value: string; label: string };

/** Placeholders to choose from. Without custom fields, a sample shows how to write one. */
export function usePlaceholders(): Placeholder[] {
  const fields = useContext(CustomFields);
  return [
    ...certificatePlaceholders.map((name) => ({ value: name, label: namePlaceholder(name) })),
    ...(fields.length > 0
      ? fields.map((name) => ({
          value: `field:${name}`,
          label: t('certificates.field.named', { name }),
        }))
      : [{ value: 'field:Grade', label: t('certificates.field') }]),
  ];
}
