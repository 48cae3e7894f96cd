import { createHash } from 'node:crypto';
import type { Urls } from '../../kernel/urls.ts';
import { computeEtag } from '../../platform/http/etag.ts';
import { computeCredentialStatus } from './rules.ts';
import type { CredentialRow } from './store.ts';

type Context = { accountId: string; urls: Urls; now: Date };

/** A credential as lists show it. */
export function toCredentialItem(row: CredentialRow, { accountId, urls, now }: Context) {
  return {
    id: urls.credential(row.id),
    badge: { id: urls.badge(row.badgeId), name: row.badgeName, image: urls.image(row.imageCid) },
    recipient: { name: row.recipientName, email: row.recipientEmail },
    recipientId: computeRecipientId(accountId, row.emailSearch),
    issuedOn: row.issuedOn.toISOString(),
    timestamp: row.createdAt.toISOString(),
    state: computeCredentialStatus(row, now.getTime()),
    emailStatus: row.emailStatus,
  };
}

/**
 * UUIDv8 (RFC 9562 §5.8) of a folded address within the account. The index of `recipient_keys`
 * contains its first half.
 */
export function computeRecipientId(accountId: string, emailSearch: string): string {
  const hex = createHash('sha256').update(`${accountId} ${emailSearch}`).digest('hex');
  const variant = '89ab'[Number.parseInt(hex.slice(16, 17), 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Compared with `If-Match` by corrections. The state of emails and views may change meanwhile. */
export const computeCorrectionEtag = ({ id, corrections }: { id: string; corrections: number }) =>
  computeEtag({ id, corrections });
