import type { MigrationErrorReason } from '@insignia/contract';
import type { DetailCode } from '@insignia/openbadges/shared';
import type { FileVerdict } from '../verifier/index.ts';
import type { MovedRowError } from './rules.ts';

export const failRow = (
  reason: MigrationErrorReason,
  message: string,
): { errors: MovedRowError[] } => ({ errors: [{ field: '', message, reason }] });

const reasons: Partial<Record<DetailCode, MigrationErrorReason>> = {
  ...{ document_unread: 'unreachable', document_missing: 'unreachable' },
  ...{ document_deleted: 'unreachable', document_refused: 'unreachable' },
  ...{ document_not_json: 'unreachable', wrong_document: 'no_badge' },
  ...{ document_unusable: 'malformed', rules_broken: 'malformed', id_differs: 'altered' },
  ...{ hosted_differs: 'altered', altered: 'altered', claim_differs: 'altered' },
  ...{ format_unsupported: 'unsupported', type_unsupported: 'unsupported' },
  ...{ envelope_unsupported: 'unsupported', proof_unsupported: 'unsupported' },
  ...{ algorithm_unsupported: 'unsupported', key_type_unsupported: 'unsupported' },
  ...{ not_issued_to: 'other_recipient', recipient_unstated: 'recipient_unstated' },
  ...{ not_yet_valid: 'not_yet_valid', issued_in_future: 'not_yet_valid' },
  suspended: 'suspended',
};

/** The most specific reason of checks that aren't valid: one that fails may keep others from being made. */
export function findReason(checks: FileVerdict['checks']): MigrationErrorReason {
  const known = checks.map(({ detail }) => ('code' in detail ? reasons[detail.code] : undefined));
  const isInvalid = checks.some(({ outcome }) => outcome === 'invalid');
  return known.find((reason) => reason !== undefined) ?? (isInvalid ? 'invalid' : 'unverified');
}
