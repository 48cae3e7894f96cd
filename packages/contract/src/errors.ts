import { z } from 'zod';

/**
 * Every error of the interface: HTTP status and text (interface specification §7). `code` is
 * stable. `text` is the contract's where the contract has one.
 */
export const errors = {
  invalid_request: { status: 400, text: 'the request is invalid' },
  invalid_json: { status: 400, text: 'the body is not valid JSON' },
  invalid_page_token: { status: 400, text: 'lastEvaluatedKey is not one that this list returned' },
  invalid_verification_code: { status: 400, text: 'invalid verification code' },
  issuer_already_verified: {
    status: 400,
    text: 'the issuer is already verified: its code cannot be rotated',
  },
  verified_issuer_not_editable: {
    status: 400,
    text: 'verified issuers cannot be edited: credentials refer to them and must stay stable (only logo and linkedinOrganizationId may change)',
  },
  not_authorized: { status: 400, text: 'not authorized' },
  issuer_has_badges: { status: 400, text: 'issuer has badges linked: delete the badges first' },
  issuer_not_verified: { status: 400, text: 'issuer must be verified before creating badges' },
  badge_has_credentials: {
    status: 400,
    text: 'the badge still has issued credentials: revoke or delete each credential first',
  },
  seat_limit_reached: { status: 400, text: 'seat limit reached' },
  already_member: {
    status: 400,
    text: 'this e-mail is already a member or has a pending invitation',
  },
  email_does_not_match: { status: 400, text: 'email does not match invitation' },
  owner_role_fixed: { status: 400, text: 'the owner role cannot be changed' },
  owner_not_removable: { status: 400, text: 'the owner cannot be removed' },
  invalid_link_or_password: { status: 400, text: 'invalid link or password' },
  invalid_reset_link: { status: 400, text: 'invalid or expired reset link: ask for a new one' },
  unauthorized: {
    status: 401,
    text: 'no credentials were sent: use X-Api-Key, Authorization: Bearer or sign in',
  },
  invalid_credentials: { status: 401, text: 'the credentials are not valid' },
  webhook_limit_reached: { status: 403, text: 'webhook limit reached for your plan' },
  quota_reached: { status: 402, text: 'monthly award quota reached' },
  scope_too_small: { status: 403, text: 'this key may only read: use a key with scope write' },
  role_too_small: { status: 403, text: 'your role in this account does not allow this' },
  person_required: { status: 403, text: 'API keys cannot do this: sign in or send a JWT' },
  origin_mismatch: {
    status: 403,
    text: 'requests with a session cookie need the Origin of this service',
  },
  issuer_limit_reached: { status: 403, text: 'issuer limit reached for your plan' },
  email_not_confirmed: {
    status: 403,
    text: 'confirm your e-mail address first: the link is in your mailbox',
  },
  sign_up_closed: { status: 403, text: 'sign-up is closed on this service: ask its operator' },
  fresh_sign_in_required: {
    status: 403,
    text: 'sign in again first: this needs a sign-in younger than 5 minutes',
  },
  not_found: { status: 404, text: 'nothing is here' },
  account_not_found: { status: 404, text: 'account not found' },
  issuer_not_found: { status: 404, text: 'issuer not found' },
  badge_not_found: { status: 404, text: 'badge not found' },
  credential_not_found: { status: 404, text: 'credential not found' },
  member_not_found: { status: 404, text: 'member not found' },
  invitation_not_found: {
    status: 404,
    text: 'invitation not found: it was accepted, cancelled or never made',
  },
  key_not_found: { status: 404, text: 'API key not found' },
  session_not_found: { status: 404, text: 'session not found' },
  image_not_found: { status: 404, text: 'image not found' },
  webhook_not_found: { status: 404, text: 'webhook not found' },
  delivery_not_found: { status: 404, text: 'delivery not found' },
  import_not_found: { status: 404, text: 'import not found' },
  job_not_found: { status: 404, text: 'job not found' },
  status_list_not_found: { status: 404, text: 'status list not found' },
  issuer_key_not_found: { status: 404, text: 'the issuer has no such key' },
  mail_not_found: { status: 404, text: 'mail not found' },
  method_not_allowed: {
    status: 405,
    text: 'this address does not take that method: the header Allow names those it takes',
  },
  request_timeout: {
    status: 408,
    text: 'the request took too long to arrive: send it again over a faster connection',
  },
  already_revoked: {
    status: 409,
    text: 'the credential is already revoked for another reason',
  },
  credential_revoked: { status: 409, text: 'the credential is revoked: it cannot be mailed' },
  recipient_unsubscribed: {
    status: 409,
    text: 'this recipient has asked for no more mail about your credentials',
  },
  import_limit_reached: {
    status: 409,
    text: '20 imports have not ended yet: let one end, or cancel one',
  },
  import_finished: {
    status: 409,
    text: 'the import has ended: it cannot be paused, resumed or cancelled',
  },
  webhook_disabled: {
    status: 409,
    text: 'the webhook is disabled: enable it first',
  },
  mail_not_resendable: {
    status: 409,
    text: 'this mail is waiting to be sent, or held a code or link that is not kept: ask for a new one',
  },
  idempotency_key_reused: {
    status: 409,
    text: 'this Idempotency-Key was used with another request',
  },
  request_in_progress: {
    status: 409,
    text: 'a request with this Idempotency-Key is still running: try again',
  },
  address_unreachable: {
    status: 422,
    text: 'nothing could be fetched from this address',
  },
  address_unreadable: {
    status: 422,
    text: 'what is at this address could not be read as a page or document',
  },
  credential_gone: { status: 410, text: 'this credential has been deleted' },
  precondition_failed: {
    status: 412,
    text: 'it is not as If-Match says any more: read it again, and decide what is to stay',
  },
  body_too_large: {
    status: 413,
    text: 'the body or the file is larger than this operation takes',
  },
  unsupported_media_type: {
    status: 415,
    text: 'the body has a media type that this operation does not take',
  },
  headers_too_large: { status: 431, text: 'address and headers together are larger than 16 KiB' },
  too_many_requests: { status: 429, text: 'too many requests: wait and try again' },
  internal_error: { status: 500, text: 'something went wrong on our side' },
  image_unavailable: { status: 503, text: 'the image cannot be served at the moment' },
  storage_full: {
    status: 507,
    text: 'there is no room for more at the moment, nothing was kept: try again later',
  },
  busy: { status: 503, text: 'too much of this is being asked for at the moment: try again' },
  database_unavailable: {
    status: 503,
    text: 'the database cannot be reached at the moment: try again',
  },
  identity_provider_unavailable: {
    status: 503,
    text: 'the identity provider cannot be reached at the moment: try again',
  },
  version_too_old: {
    status: 503,
    text: 'this process is of an older version than the database: start the newer one',
  },
  shutting_down: { status: 503, text: 'the service is stopping: try again' },
} as const satisfies Record<string, { status: number; text: string }>;

export type ErrorCode = keyof typeof errors;

const errorDetail = z.object({
  path: z.string().meta({ description: 'The field, as in recipient.email' }),
  message: z.string().meta({ description: 'What is wrong with it, for people' }),
});
export type ErrorDetail = z.infer<typeof errorDetail>;

export const errorBody = z
  .object({
    error: z.string().meta({ description: 'For people; may change' }),
    code: z
      .enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]])
      .meta({ description: 'For programs; stable' }),
    statusCode: z.int().meta({ description: 'The HTTP status' }),
    details: z
      .array(errorDetail)
      .optional()
      .meta({ description: 'All that is wrong with the request, field by field' }),
    requestId: z.string().meta({ description: 'What the log knows the request by' }),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof errorBody>;

/** Returns the errors in `more` whose fields aren't in `seen`. */
export function filterNewErrors(seen: ErrorDetail[], more: ErrorDetail[]): ErrorDetail[] {
  const named = new Set(seen.map(({ path }) => path));
  return more.filter(({ path }) => !named.has(path));
}
