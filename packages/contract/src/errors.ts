import { z } from 'zod';

/**
 * Every error of the interface: HTTP status and text (interface specification §7). `code` is
 * stable. `text` is the contract's where the contract has one.
 */
export const errors = {
  invalid_request: { status: 400, text: 'the request is invalid: see details' },
  invalid_json: { status: 400, text: "the body isn't valid JSON" },
  invalid_page_token: {
    status: 400,
    text: 'lastEvaluatedKey is invalid: send the one from the previous page of this list',
  },
  invalid_verification_code: {
    status: 400,
    text: "invalid verification code: send the one from the newest email to the issuer's address",
  },
  issuer_already_verified: {
    status: 400,
    text: "the issuer is already verified: its code can't be rotated",
  },
  verified_issuer_not_editable: {
    status: 400,
    text: 'verified issuers cannot be edited: credentials refer to them and must stay stable (only logo and linkedinOrganizationId can change)',
  },
  not_authorized: { status: 400, text: 'not authorized' },
  issuer_has_badges: { status: 400, text: 'issuer has badges linked: delete the badges first' },
  issuer_has_credentials: {
    status: 409,
    text: "the issuer has issued credentials, so its name can't change: create another issuer",
  },
  issuer_not_verified: {
    status: 400,
    text: 'the issuer must be verified before you create badges',
  },
  badge_has_credentials: {
    status: 400,
    text: 'the badge still has issued credentials: revoke or delete each credential first',
  },
  seat_limit_reached: { status: 400, text: 'seat limit reached' },
  already_member: {
    status: 400,
    text: 'this email address is already a member or has a pending invitation',
  },
  member_deprovisioned: {
    status: 400,
    text: 'your directory removed this user: assign them there again, or remove them from the team first',
  },
  email_does_not_match: { status: 400, text: 'email does not match invitation' },
  owner_role_fixed: { status: 400, text: 'the owner role cannot be changed' },
  owner_not_removable: { status: 400, text: 'the owner cannot be removed' },
  invalid_link_or_password: { status: 400, text: 'invalid link or password' },
  invalid_email_code: {
    status: 400,
    text: 'the code or link is wrong, has expired or was used: request a new one',
  },
  invalid_second_factor: {
    status: 400,
    text: 'the code is wrong or was used: enter the current code of your authenticator app, or a recovery code',
  },
  invalid_passkey: {
    status: 400,
    text: 'the passkey was not accepted: start again, with new options from this service',
  },
  second_factor_expired: {
    status: 400,
    text: 'the second step of your sign-in is missing or has expired: sign in again',
  },
  invalid_reset_link: {
    status: 400,
    text: 'the reset link is invalid or expired: request a new one',
  },
  unsupported_grant_type: {
    status: 400,
    text: 'this grant_type is not supported: send a pre-authorized code',
  },
  invalid_grant: {
    status: 400,
    text: 'the code is wrong, has expired or was used: open a new offer',
  },
  invalid_credential_request: {
    status: 400,
    text: 'the parameters are wrong: send only credential_configuration_id and proofs',
  },
  unknown_credential_configuration: {
    status: 400,
    text: 'the metadata of the issuer has no such credential configuration',
  },
  invalid_proof: {
    status: 400,
    text: 'the proofs are missing or wrong: send 1 to 10 jwt proofs with typ, alg, one key, aud, iat and nonce as in the metadata',
  },
  invalid_presentation: {
    status: 400,
    text: 'the presentation is missing or wrong: send one with a single proof by its holder, for the challenge and domain of the request',
  },
  invalid_nonce: { status: 400, text: 'the nonce is wrong or has expired: get a new one' },
  credential_request_denied: {
    status: 400,
    text: 'the credential is no longer valid, or wallets already have 50 copies of it: delete a copy in a wallet, then open a new offer',
  },
  invalid_notification_id: {
    status: 400,
    text: 'no copy in a wallet has this notification_id: open a new offer',
  },
  invalid_notification_request: {
    status: 400,
    text: 'the notification is incomplete: send notification_id, and as event credential_accepted, credential_failure or credential_deleted',
  },
  invalid_token: { status: 401, text: 'the access token is missing, wrong or has expired' },
  unauthorized: {
    status: 401,
    text: 'authentication required: send X-Api-Key or Authorization: Bearer, or sign in',
  },
  invalid_credentials: { status: 401, text: 'the API key, token or password is invalid' },
  webhook_limit_reached: {
    status: 403,
    text: 'endpoint limit reached for your plan: delete an endpoint, or ask the operator for a larger plan',
  },
  quota_reached: {
    status: 402,
    text: 'monthly credential quota reached for your plan: wait until it resets, or ask the operator for a larger plan',
  },
  scope_too_small: { status: 403, text: 'this API key is read-only: use a key with scope write' },
  role_too_small: { status: 403, text: "your role in this account doesn't allow this" },
  person_required: { status: 403, text: "API keys can't do this: sign in or send a JWT" },
  account_required: {
    status: 403,
    text: 'you have no account: sign up with this email address, or accept an invitation',
  },
  origin_mismatch: {
    status: 403,
    text: 'the Origin header is missing or wrong: requests with a session cookie must send the origin of this service',
  },
  second_factor_required: {
    status: 403,
    text: 'this requires a second factor: set one up, or sign in again with your passkey or a code',
  },
  sso_required: {
    status: 403,
    text: 'your organization requires single sign-on: sign in with its identity provider',
  },
  own_sign_in_required: {
    status: 403,
    text: "single sign-on isn't enough for this: sign in with a password, an emailed code, a passkey or your authenticator app",
  },
  issuer_limit_reached: {
    status: 403,
    text: 'issuer limit reached for your plan: delete an issuer, or ask the operator for a larger plan',
  },
  email_not_confirmed: {
    status: 403,
    text: 'confirm your email address first: open the link in the email from this service',
  },
  sign_up_closed: {
    status: 403,
    text: 'sign-up is closed on this service: ask its operator for an account',
  },
  fresh_sign_in_required: {
    status: 403,
    text: 'sign in again first: this requires a sign-in within the last 5 minutes',
  },
  not_found: { status: 404, text: 'not found: check the path' },
  account_not_found: { status: 404, text: 'account not found' },
  sso_connection_not_found: { status: 404, text: 'connection not found' },
  sso_domain_not_found: {
    status: 404,
    text: 'domain not found: add it with POST /sso/domains first',
  },
  lti_platform_not_found: { status: 404, text: 'platform not found' },
  issuer_not_found: { status: 404, text: 'issuer not found' },
  badge_not_found: { status: 404, text: 'badge not found' },
  wallet_offer_not_found: {
    status: 404,
    text: 'no such offer, or it has expired or was used: open a new one',
  },
  credential_not_found: { status: 404, text: 'credential not found' },
  recipient_not_found: { status: 404, text: 'recipient not found' },
  member_not_found: { status: 404, text: 'member not found' },
  invitation_not_found: {
    status: 404,
    text: 'invitation not found: it was accepted or canceled, or the ID is wrong',
  },
  key_not_found: { status: 404, text: 'API key not found' },
  provisioning_token_not_found: { status: 404, text: 'provisioning token not found' },
  session_not_found: { status: 404, text: 'session not found' },
  second_factor_not_found: {
    status: 404,
    text: 'no authenticator app is set up: POST /api/auth/two-factor/enable starts it',
  },
  passkey_not_found: { status: 404, text: 'passkey not found' },
  image_not_found: { status: 404, text: 'image not found' },
  webhook_not_found: { status: 404, text: 'endpoint not found' },
  delivery_not_found: { status: 404, text: 'delivery not found' },
  import_not_found: { status: 404, text: 'import not found' },
  migration_not_found: { status: 404, text: 'migration not found' },
  job_not_found: { status: 404, text: 'job not found' },
  status_list_not_found: { status: 404, text: 'status list not found' },
  issuer_key_not_found: { status: 404, text: 'key not found: the issuer has no such key' },
  mail_not_found: { status: 404, text: 'email not found' },
  collection_not_found: { status: 404, text: 'collection not found' },
  address_not_found: { status: 404, text: 'email address not found' },
  request_not_found: { status: 404, text: 'request not found' },
  transfer_not_found: { status: 404, text: 'transfer not found' },
  certificate_not_found: { status: 404, text: 'certificate design not found' },
  claim_not_found: { status: 404, text: 'claim code not found' },
  method_not_allowed: {
    status: 405,
    text: 'method not allowed: use one listed in the Allow header',
  },
  request_timeout: {
    status: 408,
    text: 'the request took too long to arrive: send it again over a faster connection',
  },
  already_revoked: {
    status: 409,
    text: "the credential is already revoked, and its published reason can't change",
  },
  credential_not_offered: {
    status: 409,
    text: "revoked and expired credentials can't be added to a wallet: ask the issuer for a new one",
  },
  credential_revoked: {
    status: 409,
    text: "revoked credentials can't be corrected, renewed or emailed: issue a new one",
  },
  too_many_credentials: {
    status: 409,
    text: 'this recipient has more than 500 credentials: correct them individually',
  },
  recipient_unsubscribed: {
    status: 409,
    text: 'this recipient has unsubscribed from emails about your credentials: send them the link yourself',
  },
  has_account: {
    status: 409,
    text: 'you are still a member of an account: delete the account first, or ask an admin to remove you',
  },
  second_factor_exists: {
    status: 409,
    text: 'an authenticator app is already set up: remove it first',
  },
  passkey_exists: {
    status: 409,
    text: 'this passkey is already in use: choose another authenticator',
  },
  passkey_limit_reached: {
    status: 409,
    text: 'a user has at most 20 passkeys: remove one first',
  },
  address_exists: {
    status: 409,
    text: 'this address is already confirmed as yours: GET /my/addresses lists it',
  },
  address_limit_reached: {
    status: 409,
    text: 'a user has at most 20 email addresses: remove one first',
  },
  address_not_confirmed: {
    status: 409,
    text: 'the address is not confirmed: enter its code first',
  },
  address_in_use: {
    status: 409,
    text: 'another user signs in with this address and a password: change their address first',
  },
  address_is_primary: {
    status: 409,
    text: "the primary address can't be removed: make another one primary first",
  },
  not_yours: {
    status: 403,
    text: 'the credential names none of your confirmed addresses: add and confirm the address that it was issued to',
  },
  import_invalid: { status: 400, text: 'the credential is invalid: ask its issuer for a new one' },
  import_unverified: {
    status: 400,
    text: "the credential couldn't be checked: try again later, or send another form of it",
  },
  import_exists: { status: 409, text: 'you already imported this credential' },
  issued_here: {
    status: 409,
    text: 'the credential was issued here: it is in your list without an import',
  },
  imported_limit_reached: {
    status: 409,
    text: 'a user has at most 1,000 imported credentials: delete one first',
  },
  collection_limit_reached: {
    status: 409,
    text: 'a user has at most 100 collections: delete one first',
  },
  handle_taken: {
    status: 409,
    text: 'this handle, or one that looks like it, is taken: choose another one',
  },
  request_open: {
    status: 409,
    text: 'you already have an open request of this kind for this credential: wait until the issuer answers it',
  },
  request_closed: {
    status: 409,
    text: 'the request was already accepted or declined: GET /requests shows the answer',
  },
  transfer_open: {
    status: 409,
    text: 'the issuer is already offered to someone: cancel that offer first',
  },
  transfer_closed: {
    status: 409,
    text: 'the offer was already accepted, declined or canceled, or has expired: GET /transfers shows its state',
  },
  transfer_issuer_unverified: {
    status: 409,
    text: 'only verified issuers can move: verify the issuer first',
  },
  transfer_in_course: {
    status: 409,
    text: 'a course issues badges of this issuer: delete the platform of the course in the account that offers the issuer',
  },
  transfer_work_running: {
    status: 409,
    text: 'imports, migrations or bulk jobs of the account that offers the issuer are unfinished: wait for them, or cancel them',
  },
  transfer_running: {
    status: 409,
    text: 'an issuer is moving to or from this account: try again once it has moved',
  },
  key_limit_reached: {
    status: 409,
    text: 'an account has at most 1,000 API keys and 50 provisioning tokens: revoke one first',
  },
  sso_record_not_found: {
    status: 409,
    text: "the TXT record wasn't found: add it to the DNS of the domain, wait a few minutes and try again",
  },
  sso_domain_taken: {
    status: 409,
    text: 'another account has verified this domain: delete it there first',
  },
  sso_limit_reached: {
    status: 409,
    text: 'an account has at most 10 connections and 50 domains: delete one first',
  },
  lti_platform_taken: {
    status: 409,
    text: 'this client ID is already registered with this issuer: use that platform, or delete it first',
  },
  lti_limit_reached: {
    status: 409,
    text: 'an account has at most 50 platforms: delete one first',
  },
  certificate_in_use: {
    status: 409,
    text: 'the certificate design is in use: choose another one for its badges first',
  },
  certificate_limit_reached: {
    status: 409,
    text: 'an issuer has at most 50 certificate designs: delete one first',
  },
  claim_exhausted: {
    status: 409,
    text: 'not enough places are left, so nothing was issued: ask the issuer for another claim code, or approve fewer requests',
  },
  claim_closed: {
    status: 410,
    text: 'this claim code has ended or was stopped: ask the issuer for another one',
  },
  invalid_claim_code: {
    status: 400,
    text: 'the code from the email is wrong or has expired: request a new one',
  },
  import_limit_reached: {
    status: 409,
    text: '20 imports are unfinished: wait for one to finish, or cancel one',
  },
  import_finished: {
    status: 409,
    text: "the import is finished: it can't be paused, resumed or canceled",
  },
  failed_rows_gone: {
    status: 410,
    text: 'the failed rows were deleted: they are kept for 7 days, and those of imports up to 100 MB per account. Send the file again',
  },
  migration_limit_reached: {
    status: 409,
    text: '5 migrations are unfinished: wait for one to finish, or cancel one',
  },
  migration_finished: {
    status: 409,
    text: "the migration is finished: it can't be paused, resumed or canceled",
  },
  migration_unfinished: {
    status: 409,
    text: 'the migration is unfinished: wait until its status is completed, failed, cancelled or undone',
  },
  migration_not_undoable: {
    status: 409,
    text: "the migration can't be undone: it must be paused or have finished in the last 30 days, and must not be a dry run",
  },
  redirect_limit_reached: {
    status: 409,
    text: 'the account would have more than 100,000 redirects: remove those that nobody uses',
  },
  webhook_disabled: {
    status: 409,
    text: 'the endpoint is disabled: enable it first',
  },
  no_mail_server: {
    status: 409,
    text: 'this service has no mail server, so emails are only written to files: ask its operator to set SMTP_URL',
  },
  mail_not_resendable: {
    status: 409,
    text: "this email can't be resent: it's still queued, or it contained a code or link that isn't stored. Request a new one",
  },
  idempotency_key_reused: {
    status: 409,
    text: 'this Idempotency-Key was used with a different request: use a new key',
  },
  request_in_progress: {
    status: 409,
    text: 'a request with this Idempotency-Key is still running: try again',
  },
  address_unreachable: {
    status: 422,
    text: "this URL couldn't be fetched: check that it's public and works",
  },
  address_unreadable: {
    status: 422,
    text: "the content of this URL couldn't be read as a page or document: fill in the details yourself",
  },
  credential_gone: { status: 410, text: 'this credential has been erased' },
  precondition_failed: {
    status: 412,
    text: 'the resource has changed since you read it: read it again and repeat your change',
  },
  body_too_large: {
    status: 413,
    text: 'the body or file is too large for this operation: send a smaller one',
  },
  range_not_satisfiable: {
    status: 416,
    text: 'the range starts after the end of the content: ask for an earlier one',
  },
  unsupported_media_type: {
    status: 415,
    text: "this operation doesn't accept the body's media type: send one that the API reference lists",
  },
  headers_too_large: {
    status: 431,
    text: 'URL and headers together are larger than 16 KiB: shorten them',
  },
  too_many_requests: { status: 429, text: 'too many requests: wait and try again' },
  internal_error: { status: 500, text: 'something went wrong on our side' },
  image_unavailable: { status: 503, text: 'the image is temporarily unavailable: try again later' },
  storage_full: {
    status: 507,
    text: 'storage is full and nothing was saved: ask the operator to free up space',
  },
  busy: { status: 503, text: 'the service is busy: try again' },
  database_unavailable: {
    status: 503,
    text: 'the database is temporarily unavailable: try again',
  },
  identity_provider_unavailable: {
    status: 503,
    text: 'the identity provider is temporarily unavailable: try again',
  },
  version_too_old: {
    status: 503,
    text: 'this process is older than the database: start the newer version',
  },
  shutting_down: { status: 503, text: 'the service is stopping: try again' },
} as const satisfies Record<string, { status: number; text: string }>;

export type ErrorCode = keyof typeof errors;

const errorDetail = z.object({
  path: z.string().meta({ description: 'The field, for example recipient.email' }),
  message: z.string().meta({ description: 'What is wrong and how to fix it, for people' }),
});
export type ErrorDetail = z.infer<typeof errorDetail>;

export const errorBody = z
  .object({
    error: z.string().meta({ description: 'For people; can change' }),
    code: z
      .enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]])
      .meta({ description: 'For programs; stable' }),
    statusCode: z.int().meta({ description: 'The HTTP status' }),
    details: z
      .array(errorDetail)
      .optional()
      .meta({ description: 'Errors of the request by field, at most 100' }),
    requestId: z.string().meta({ description: 'ID of the request in the logs' }),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof errorBody>;

/** Errors of operations with `errorFormat: 'oauth'`, for clients that know only RFC 6749 §5.2. */
export const oauthErrorBody = errorBody
  .extend({
    error: z.string().meta({ description: 'The same as `code`' }),
    error_description: z.string().meta({ description: 'For people; can change' }),
  })
  .meta({ id: 'OAuthError' });

/** Returns the errors in `more` whose fields aren't in `seen`. */
export function filterNewErrors(seen: ErrorDetail[], more: ErrorDetail[]): ErrorDetail[] {
  const named = new Set(seen.map(({ path }) => path));
  return more.filter(({ path }) => !named.has(path));
}
