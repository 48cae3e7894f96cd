import { type ErrorCode, errors } from './errors.ts';
import {
  createErrorPage,
  getBodyLimit,
  notModified,
  type Operation,
  type OtherResponse,
  SMALL_BODY_BYTES,
} from './operation.ts';

/** All errors of an operation, as listed in OpenAPI. */
export function listErrorCodes(operation: Operation): ErrorCode[] {
  const { body, query, params, accepts, method, idempotent, tagged, ids = {} } = operation;
  const isWrite = method !== 'GET';
  return [
    ...new Set<ErrorCode>([
      ...(operation.errors ?? []),
      ...Object.values(ids),
      ...(idempotent ? (['idempotency_key_reused', 'request_in_progress'] as const) : []),
      ...(tagged && isWrite ? (['precondition_failed'] as const) : []),
      ...(body ? (['invalid_json'] as const) : []),
      ...(body || accepts
        ? (['request_timeout', 'body_too_large', 'unsupported_media_type'] as const)
        : []),
      // Larger bodies wait until they may be read.
      ...((body || accepts) && getBodyLimit(operation) > SMALL_BODY_BYTES
        ? (['busy'] as const)
        : []),
      ...(body || query || params || idempotent ? (['invalid_request'] as const) : []),
      ...listAccessErrors(operation),
      ...listServiceErrors(operation),
    ]),
  ];
}

function listServiceErrors({
  method,
  keepsNothing,
  uncounted,
  withoutDatabase,
}: Operation): readonly ErrorCode[] {
  return [
    ...(method !== 'GET' && !keepsNothing ? (['storage_full'] as const) : []),
    ...(uncounted ? [] : (['too_many_requests'] as const)),
    ...(withoutDatabase ? [] : (['database_unavailable'] as const)),
    'internal_error',
  ];
}

/** Redirects, 304 and pages. Browsers get a page instead of a JSON error. */
export function listOtherResponses(operation: Operation): OtherResponse[] {
  const { method, tagged, others = [] } = operation;
  const absent = [...groupByStatus(listErrorCodes(operation)).keys()].filter((status) =>
    [404, 410].includes(status),
  );
  const pages = method === 'GET' ? absent : [];
  const unchanged = tagged && method === 'GET' ? [notModified] : [];
  return [
    ...others,
    ...unchanged,
    ...pages.map((status) => createErrorPage(status, 'In browsers: a page.')),
  ];
}

export function groupByStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  return Map.groupBy(codes, (code) => errors[code].status);
}

function listAccessErrors({ access, method }: Operation): readonly ErrorCode[] {
  if (access === 'public') return [];
  const always = [
    'unauthorized',
    'invalid_credentials',
    'identity_provider_unavailable',
    // New users of an identity provider.
    'sign_up_closed',
    // Browsers send the cookie with requests from any site.
    ...(method === 'GET' ? [] : (['origin_mismatch'] as const)),
  ] as const;
  if (access.who === 'person')
    return [
      ...always,
      'person_required',
      ...(access.isOwn ? (['own_sign_in_required'] as const) : []),
    ];
  const limits: ErrorCode[] = [];
  if (access.personOnly) limits.push('person_required');
  else if (access.scope === 'write') limits.push('scope_too_small');
  if (access.role !== 'viewer') limits.push('role_too_small');
  return [
    ...([
      ...always,
      'account_required',
      'account_not_found',
      'second_factor_required',
      'sso_required',
      'own_sign_in_required',
    ] as const),
    ...limits,
  ];
}
