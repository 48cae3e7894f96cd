import { createPathBuilder, fold, pagePaths } from '@insignia/contract';
import {
  type CertificatePlaceholder,
  type CertificateValues,
  certificatePlaceholders,
  type FilledPicture,
  fillCertificateText,
  isKnownPlaceholder,
} from '@insignia/design';
import type { Picture, Pictures } from '@insignia/design/canvas';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useMemo } from 'react';
import { t } from '../../../messages/en/certificates.ts';
import { useAccount } from '../../../shared/account.ts';
import { usePictures } from '../../../shared/designer/pictures.ts';
import { type Badge, badgesQuery, brandQuery, issuersQuery } from '../../../shared/queries.ts';
import { idFromUrl } from '../../../shared/random-id.ts';
import { namePlaceholder } from '../names.ts';

const MAX_FIELDS = 50;

/** Names of the custom fields of the issuer's badges. */
export const CustomFields = createContext<readonly string[]>([]);

/** Fields of several badges with one name are one placeholder. */
function listCustomFields(badges: readonly Badge[], issuer: string | undefined): string[] {
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

/** Shown in place of a credential’s. */
const sampleId = '00000000-0000-7000-8000-000000000000';
const sampleCode = 'XXXX-XXXX';
/** Longer texts don't fit a sheet. */
const MAX_TEXT = 2_000;

/** Sample values, custom fields, and the issuer's pictures, which the canvas shows in place of a credential's. */
export function useSampleValues(issuerId: string) {
  const here = useAccount();
  const { data: brand } = useQuery(brandQuery(here, issuerId));
  const { data: issuers } = useQuery(issuersQuery(here));
  const { data: badges } = useQuery(badgesQuery(here));
  const issuer = issuers?.find(({ id }) => idFromUrl(id) === issuerId);
  const badge = badges?.find((each) => each.issuer === issuer?.id);
  const signatures = [1, 2, 3].map((n) => ({ n, signatory: brand?.signatures[n - 1] }));
  const texts: Partial<Record<CertificatePlaceholder, string>> = {
    recipient_name: t('certificates.sample.recipient'),
    badge_name: badge?.name ?? t('certificates.sample.badge'),
    certificate_text: t('certificates.sample.text'),
    issuer_name: issuer?.name ?? '',
    issued_on: t('certificates.sample.issued'),
    issued_on_digits: '2026-03-01',
    expires: t('certificates.sample.expires'),
    expires_digits: '2028-03-01',
    dates: t('certificates.sample.dates'),
    ...Object.fromEntries(
      signatures.flatMap(({ n, signatory }) => [
        [`signatory_${n}_name`, signatory?.name ?? ''],
        [`signatory_${n}_title`, signatory?.title ?? ''],
      ]),
    ),
    credential_id: sampleId,
    credential_url: location.origin + createPathBuilder(pagePaths.credential)(sampleId),
    short_code: sampleCode,
    short_url: location.origin + createPathBuilder(pagePaths.shortCode)(sampleCode),
  };
  const addresses: Partial<Record<FilledPicture, string>> = {
    ...(brand?.logo && { logo: idFromUrl(brand.logo) }),
    ...(badge && { badge: idFromUrl(badge.image) }),
    ...Object.fromEntries(
      signatures.flatMap(({ n, signatory }) =>
        signatory?.picture ? [[`signature-${n}`, idFromUrl(signatory.picture)]] : [],
      ),
    ),
  };
  const { pictures: loaded } = usePictures(Object.values(addresses));
  const customFields = listCustomFields(badges ?? [], issuer?.id);
  const key = JSON.stringify([texts, addresses, customFields]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has the values
  return useMemo(() => {
    const values = {
      ...Object.fromEntries(
        certificatePlaceholders.map((name) => [name, texts[name] || namePlaceholder(name)]),
      ),
      findField: (name: string) => name,
    } as CertificateValues;
    const pictures = new Map<string, Picture>([['qr', createSampleCode()]]);
    for (const [name, cid] of Object.entries(addresses)) {
      const picture = loaded.get(cid);
      if (picture) pictures.set(name, picture);
    }
    return {
      customFields,
      pictures: pictures as Pictures,
      fillText: (text: string) => fillCertificateText(text, values, MAX_TEXT).text,
      hasPicture: (picture: FilledPicture) => pictures.has(picture),
    };
  }, [key, loaded]);
}

const [modules, quiet, pixels] = [29, 4, 8];
const finders = [
  [0, 0],
  [modules - 7, 0],
  [0, modules - 7],
] as const;

/** Looks like a QR code, and leads nowhere. */
function createSampleCode(): Picture {
  const canvas = document.createElement('canvas');
  const side = (modules + 2 * quiet) * pixels;
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  const fill = (x: number, y: number, size: number, color: string) => {
    if (!context) return;
    context.fillStyle = color;
    const [left, top] = [(x + quiet) * pixels, (y + quiet) * pixels];
    context.fillRect(left, top, size * pixels, size * pixels);
  };
  fill(-quiet, -quiet, modules + 2 * quiet, '#ffffff');
  for (let x = 0; x < modules; x++)
    for (let y = 0; y < modules; y++)
      if ((x * x * 7 + y * 13 + x * y * 3) % 5 < 2) fill(x, y, 1, '#000000');
  for (const [x, y] of finders) {
    fill(x - 1, y - 1, 9, '#ffffff');
    fill(x, y, 7, '#000000');
    fill(x + 1, y + 1, 5, '#ffffff');
    fill(x + 2, y + 2, 3, '#000000');
  }
  return Object.assign(canvas, { naturalWidth: side, naturalHeight: side });
}
