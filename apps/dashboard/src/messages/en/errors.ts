import type { ErrorCode } from '@insignia/contract';

/** Error codes of the API in words for people. Each text says what to do. */
export const errorTexts = {
  invalid_request: 'Some values aren’t valid. Check them and try again.',
  invalid_json: 'The service couldn’t read the request. Reload the page and try again.',
  invalid_page_token: 'This list has changed. Reload the page.',
  invalid_verification_code:
    'This code isn’t valid. Enter the code from the latest email, or resend it.',
  issuer_already_verified: 'This issuer is already verified. Reload the page.',
  verified_issuer_not_editable:
    'You can’t change the name, website or email of a verified issuer. Change only its logo and LinkedIn ID.',
  not_authorized: 'You don’t have access to this. Ask the owner or an admin of the account.',
  issuer_has_badges: 'This issuer still has badges. Delete them first.',
  issuer_not_verified: 'This issuer isn’t verified yet. Enter the code from its email first.',
  badge_has_credentials: 'This badge still has credentials. Revoke or erase each of them first.',
  seat_limit_reached:
    'No seats are left. Remove a member, cancel an invitation, or ask your operator for a larger plan.',
  already_member:
    'This address already belongs to a member or a pending invitation. Invite another address.',
  email_does_not_match: 'This invitation is for another email address. Sign in with that address.',
  owner_role_fixed: 'The owner’s role can’t be changed. Choose another member.',
  owner_not_removable: 'The owner can’t be removed. Choose another member.',
  invalid_link_or_password:
    'The link or the password isn’t valid. Check the password, or request a new link.',
  invalid_email_code: 'The code or link is wrong, has expired or was used. Request a new one.',
  invalid_reset_link: 'This link isn’t valid or has expired. Request a new one.',
  unauthorized: 'You’re signed out. Sign in to continue.',
  invalid_credentials: 'You’re signed out. Sign in to continue.',
  webhook_limit_reached:
    'You’ve reached the endpoint limit of your plan. Delete an endpoint, or ask your operator for a larger plan.',
  quota_reached:
    'You’ve used all of this month’s credentials. Wait until your quota resets, or ask your operator for a larger plan.',
  scope_too_small: 'This API key can only read. Use a key that can read and write.',
  role_too_small: 'Your role doesn’t allow this. Ask the owner or an admin for a higher role.',
  person_required: 'API keys can’t do this. Sign in instead.',
  origin_mismatch: 'This page was opened from another address. Reload it and try again.',
  account_required:
    'You don’t have an account. Sign up with this email address, or accept an invitation.',
  issuer_limit_reached:
    'You’ve reached the issuer limit of your plan. Delete an issuer, or ask your operator for a larger plan.',
  email_not_confirmed: 'Confirm your email address first. Open the link in the email we sent you.',
  sign_up_closed: 'Sign-up is closed on this service. Ask your operator for access.',
  fresh_sign_in_required: 'You last signed in more than 5 minutes ago. Sign in again to continue.',
  not_found: 'This item no longer exists. Reload the page.',
  account_not_found:
    'This account doesn’t exist, or you’re no longer a member. Switch to another account.',
  issuer_not_found: 'This issuer no longer exists. Choose another one.',
  badge_not_found: 'This badge no longer exists. Choose another one.',
  recipient_not_found: 'This recipient no longer has any credentials. Go back to Recipients.',
  credential_not_found: 'This credential no longer exists. Reload the page.',
  member_not_found: 'This member has already left. Reload the page.',
  invitation_not_found:
    'This invitation was accepted or canceled. Reload the page, or send a new one.',
  key_not_found: 'This API key no longer exists. Reload the page.',
  session_not_found: 'This session has already ended. Reload the page.',
  image_not_found: 'This picture no longer exists. Choose another one.',
  webhook_not_found: 'This endpoint no longer exists. Reload the page.',
  delivery_not_found: 'This delivery no longer exists. Reload the page.',
  import_not_found: 'This import no longer exists. Reload the page.',
  job_not_found: 'This job no longer exists. Reload the page.',
  status_list_not_found: 'This status list doesn’t exist. Check the address.',
  issuer_key_not_found: 'This signing key no longer exists. Reload the page.',
  mail_not_found: 'This email is no longer listed. Reload the page.',
  method_not_allowed: 'The service doesn’t support this action. Reload the page and try again.',
  request_timeout: 'The upload took too long. Try again over a faster connection.',
  already_revoked: 'This credential is already revoked for another reason. Reload the page.',
  credential_revoked:
    'This credential is revoked, so it can’t be corrected, renewed or emailed. Issue a new one.',
  recipient_unsubscribed:
    'This recipient unsubscribed from emails about your credentials. Send them the link yourself.',
  claim_not_found: 'This claim code no longer exists. Reload the page.',
  request_not_found: 'This request no longer exists. Its credential was erased. Reload the page.',
  request_open: 'This person already has an open request of this kind. Answer that one first.',
  request_closed: 'Someone already answered this request. Reload the page.',
  claim_exhausted:
    'Not enough places are left. Select fewer requests, or create another claim code.',
  claim_closed: 'This claim code has ended or was stopped. Restart it, or create another one.',
  invalid_claim_code: 'The code is wrong or has expired. Request a new one.',
  import_limit_reached: '20 imports are in progress. Wait until one finishes, or cancel one.',
  import_finished: 'This import has already finished. Reload the page.',
  webhook_disabled: 'This endpoint is disabled. Enable it first.',
  no_mail_server:
    'This service has no mail server, so it can’t send emails. Ask your operator to set one up.',
  mail_not_resendable:
    'This email is still queued, or it contained a code or link that we don’t store. Wait until it’s sent, or request a new code or link.',
  idempotency_key_reused:
    'You already sent this form with other values. Check in another tab whether those were saved. If not, send the form again.',
  request_in_progress: 'The service is still processing this request. Try again in a moment.',
  address_unreachable: 'This link can’t be reached. Check it and try again.',
  address_unreadable: 'The page behind this link can’t be read. Fill in the details yourself.',
  credential_gone: 'This credential was erased. Reload the page.',
  precondition_failed:
    'Someone else saved changes. Copy your input, reload the page and enter it again.',
  body_too_large: 'This file or text is too large. Choose a smaller one.',
  unsupported_media_type: 'This type of file isn’t supported. Choose another one.',
  headers_too_large: 'The address of this page is too long. Clear the filters and try again.',
  too_many_requests: 'Too many requests or exports at the same time. Wait a moment and try again.',
  internal_error:
    'Something went wrong on our side. Try again. If this continues, send your operator the request ID.',
  image_unavailable: 'The picture isn’t available right now. Try again in a moment.',
  storage_full:
    'The service has no storage left, so nothing was saved. Ask your operator to free up space, then try again.',
  busy: 'The service is busy. Try again in a moment.',
  database_unavailable: 'The service can’t reach its database. Try again in a moment.',
  identity_provider_unavailable: 'The identity provider can’t be reached. Try again in a moment.',
  version_too_old: 'The service is being updated. Try again in a moment.',
  too_many_credentials:
    'This person has too many credentials to correct at once. Correct them one by one.',
  shutting_down: 'The service is restarting. Try again in a moment.',
} as const satisfies Record<ErrorCode, string>;

/**
 * Errors of single fields. `{n}` and `{m}` come from the API's message (shared/field-errors.ts).
 */
export const fieldTexts = {
  required: 'This field is required',
  chooseOne: 'Choose at least one',
  wrongPassword: 'This isn’t your current password. Try again.',
  minCharacters: 'Use at least {n} characters',
  maxCharacters: 'Use at most {n} characters',
  maxTogether:
    'Shorten this text. It shares a limit of {n} with the evidence and the custom fields.',
  maxSize: 'This is too large. The limit is {n}.',
  minItems: 'Add at least {n} entries',
  maxItems: 'Use at most {n} entries',
  min: 'Enter {n} or more',
  max: 'Enter {n} or less',
  email: 'Enter a valid email address, for example ada@example.org',
  oneOfEmails: '“{n}” isn’t a valid email address',
  minEmails: 'Enter at least one email address',
  maxEmails: 'Enter at most {n} email addresses',
  url: 'Enter a web address that starts with http:// or https://',
  httpsUrl: 'Enter a web address that starts with https://',
  links: 'Enter links that start with http:// or https://',
  urlCharacters: 'Remove spaces, backslashes and control characters',
  urlCredentials: 'Remove the user name and password from the address',
  urlPort: 'Use port {n}, or a port of 1024 or higher',
  publicUrl: 'Enter an address that can be reached from the internet',
  controlCharacters: 'Remove line breaks, tabs and other control characters',
  unicode: 'Remove the characters that can’t be displayed',
  combiningMarks: 'Use at most {n} combining marks in a row',
  date: 'Enter a valid date, for example 2026-03-01',
  dateLimit: 'Enter a date before the year 10000',
  future: 'The date can’t be in the future',
  farFuture: 'The date can’t be more than 24 hours in the future',
  beforeIssue: 'The date can’t be before the issue date',
  duration: 'Enter a whole number of days, weeks, months or years, at most 100 years',
  number: 'Enter a number, for example 1.3',
  color: 'Enter a color, for example #24477f',
  html: 'Remove the HTML tags',
  placeholder: '{n} isn’t a placeholder. Use one of those listed above.',
  digits: 'Enter the number of your company page, digits only',
  choice: 'Choose a value from the list',
  language: 'Enter a language code, for example en or pt-BR',
  noResult: 'A date can’t be a result. Choose “None”.',
  duplicateName: 'This name is already used. Choose another one.',
  otherName: 'Choose another name',
  unknownField: 'This badge doesn’t have this custom field. Add it to the badge first.',
  evidence: 'Enter a link, a title or a description',
  damagedPicture: 'This picture is damaged. Choose another one.',
  transparentPicture: 'This picture is fully transparent. Choose another one.',
  blankPicture:
    'This picture shows almost nothing on white paper. Use dark ink on a white or transparent background.',
  extraData: 'This file has other data after the picture. Save it again as a plain PNG or JPG.',
  progressive:
    'This JPG has too many progressive scans. Save it again as a baseline (non-progressive) JPG.',
  pictureType: 'Choose a PNG or JPG picture',
  minPixels: 'Choose a picture of at least {n} by {m} pixels',
  maxMegapixels: 'Choose a picture of at most {n} megapixels',
  slowDesign: 'This design takes too long to draw. Use fewer layers, or simpler ones.',
  emptyDesign: 'This design is empty. Add a layer or a background.',
  brokenDesign:
    'This design can’t be drawn. Open it in the designer, correct it and save it again.',
  missingGlyphs: 'No font contains {n}. Remove these characters.',
  maxPictures: 'This design has too many pictures. Use at most {n}.',
  unknownPicture: 'A picture of this design is missing. Add it again.',
  unknownIcon: 'Choose another icon',
  cells: 'This row has {n} cells, but there are {m} column names. Check the separators.',
  quota: 'Your quota for this month was used up. Import this row after your quota resets.',
  search: 'Enter a letter, digit or symbol',
  invalid: 'Check this value',
} as const;
