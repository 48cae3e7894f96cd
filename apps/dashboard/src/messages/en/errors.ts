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
  issuer_has_credentials:
    'This issuer has issued credentials, so its name can’t change. Create another issuer instead.',
  issuer_not_verified: 'This issuer isn’t verified yet. Enter the code from its email first.',
  badge_has_credentials: 'This badge still has credentials. Revoke or erase each of them first.',
  seat_limit_reached:
    'No seats are left. Remove a member, cancel an invitation, or ask your operator for a larger plan.',
  already_member:
    'This address already belongs to a member or a pending invitation. Invite another address.',
  member_deprovisioned:
    'Your directory removed this person. Assign them there again, or remove them from the team first.',
  email_does_not_match: 'This invitation is for another email address. Sign in with that address.',
  owner_role_fixed: 'The owner’s role can’t be changed. Choose another member.',
  owner_not_removable: 'The owner can’t be removed. Choose another member.',
  invalid_link_or_password:
    'The link or the password isn’t valid. Check the password, or request a new link.',
  invalid_email_code: 'The code or link is wrong, has expired or was used. Request a new one.',
  invalid_second_factor:
    'The code is wrong or was used. Enter the current code from your app, or a recovery code.',
  invalid_reset_link: 'This link isn’t valid or has expired. Request a new one.',
  unsupported_grant_type: 'This wallet isn’t supported. Use another one.',
  invalid_grant: 'This offer has expired or was used. Open a new one.',
  invalid_credential_request: 'This wallet isn’t supported. Use another one.',
  unknown_credential_configuration: 'This wallet isn’t supported. Use another one.',
  invalid_proof: 'The wallet couldn’t prove its key. Open a new offer and try again.',
  invalid_presentation: 'The wallet couldn’t prove its key. Open a new offer and try again.',
  invalid_nonce: 'The wallet took too long. Try again.',
  credential_request_denied:
    'This credential is no longer valid, or wallets have 50 copies of it. If it’s valid, delete a copy in a wallet first.',
  invalid_notification_id: 'These copies are unknown. Open a new offer.',
  invalid_notification_request: 'This wallet isn’t supported. Use another one.',
  invalid_token: 'The wallet took too long. Open a new offer and try again.',
  wallet_offer_not_found: 'This offer has expired or was used. Open a new one.',
  credential_not_offered:
    'Revoked and expired credentials can’t be added to a wallet. Ask the issuer for a new one.',
  unauthorized: 'You’re signed out. Sign in to continue.',
  invalid_credentials: 'You’re signed out. Sign in to continue.',
  invalid_passkey: 'The passkey wasn’t accepted. Try again.',
  passkey_exists:
    'This device already has a passkey for you. Use another device, or remove that passkey first.',
  passkey_limit_reached: 'You have 20 passkeys. Remove one first.',
  passkey_not_found: 'The passkey was removed. Reload the page.',
  second_factor_expired: 'The second step of your sign-in has expired. Sign in again.',
  second_factor_not_found: 'No authenticator app is set up. Reload the page.',
  second_factor_exists: 'An authenticator app is already set up. Reload the page.',
  webhook_limit_reached:
    'You’ve reached the endpoint limit of your plan. Delete an endpoint, or ask your operator for a larger plan.',
  quota_reached:
    'You’ve used all of this month’s credentials. Wait until your quota resets, or ask your operator for a larger plan.',
  scope_too_small: 'This API key can only read. Use a key that can read and write.',
  role_too_small: 'Your role doesn’t allow this. Ask the owner or an admin for a higher role.',
  person_required: 'API keys can’t do this. Sign in instead.',
  origin_mismatch:
    'This page was opened at another URL. Open it at the URL of this service and try again.',
  account_required:
    'You don’t have an account. Sign up with this email address, or accept an invitation.',
  second_factor_required:
    'This requires a second factor. Set one up, or sign in again with your passkey or a code.',
  sso_required:
    'Your organization requires single sign-on. Sign in again, and enter only your email address.',
  own_sign_in_required:
    'Single sign-on isn’t enough for this. Sign in with your password, a passkey or an emailed code.',
  sso_connection_not_found: 'This connection no longer exists. Reload the page.',
  sso_domain_not_found: 'This domain is no longer on the list. Add it again.',
  sso_record_not_found:
    'The TXT record wasn’t found. Check it at your DNS provider, wait a few minutes, then verify again.',
  sso_domain_taken: 'Another account has verified this domain. Delete it there first.',
  sso_limit_reached: 'An account has at most 10 connections and 50 domains. Delete one first.',
  key_limit_reached:
    'An account has at most 1,000 API keys and 50 provisioning tokens. Revoke one first.',
  lti_platform_not_found: 'This platform no longer exists. Reload the page.',
  lti_platform_taken:
    'This client ID is already registered with this issuer. Use that platform, or delete it first.',
  lti_limit_reached: 'An account has at most 50 platforms. Delete one first.',
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
  provisioning_token_not_found: 'This token no longer exists. Reload the page.',
  session_not_found: 'This session has already ended. Reload the page.',
  image_not_found: 'This picture no longer exists. Choose another one.',
  webhook_not_found: 'This endpoint no longer exists. Reload the page.',
  delivery_not_found: 'This delivery no longer exists. Reload the page.',
  import_not_found: 'This import no longer exists. Reload the page.',
  migration_not_found: 'This migration no longer exists. Reload the page.',
  job_not_found: 'This job no longer exists. Reload the page.',
  status_list_not_found: 'This status list doesn’t exist. Check the URL.',
  issuer_key_not_found: 'This signing key no longer exists. Reload the page.',
  mail_not_found: 'This email is no longer listed. Reload the page.',
  method_not_allowed: 'The service doesn’t support this action. Reload the page and try again.',
  request_timeout: 'The upload took too long. Try again over a faster connection.',
  already_revoked: 'This credential is already revoked for another reason. Reload the page.',
  credential_revoked:
    'This credential is revoked, so it can’t be corrected, renewed or emailed. Issue a new one.',
  recipient_unsubscribed:
    'This recipient unsubscribed from emails about your credentials. Send them the link yourself.',
  certificate_not_found: 'This certificate design no longer exists. Reload the page.',
  certificate_in_use: 'This certificate design is in use. Choose another one for its badges first.',
  certificate_limit_reached:
    'This issuer has 50 certificate designs, the most it can have. Delete one first.',
  claim_not_found: 'This claim code no longer exists. Reload the page.',
  collection_not_found: 'This collection no longer exists. Reload the page.',
  not_yours:
    'This credential wasn’t issued to one of your addresses. Add the address that it was issued to.',
  import_invalid: 'This credential isn’t valid. Ask its issuer for a new one.',
  import_unverified: 'This credential couldn’t be checked. Try again later.',
  import_exists: 'You already imported this credential. Open it from your list.',
  issued_here: 'This credential was issued here. It’s already in your list.',
  imported_limit_reached: 'A user has at most 1,000 imported credentials. Delete one first.',
  collection_limit_reached: 'A user has at most 100 collections. Delete one first.',
  handle_taken: 'This handle is taken. Choose another one.',
  address_not_found: 'This email address is no longer listed. Reload the page.',
  has_account:
    'You’re a member of an account. First delete the account, or ask an admin to remove you.',
  address_exists: 'This email address is already confirmed. Choose another one.',
  address_limit_reached: 'A user has at most 20 email addresses. Remove one first.',
  address_not_confirmed: 'This email address isn’t confirmed. Enter the code that we emailed.',
  address_in_use:
    'Another user signs in with this email address and a password. First make another address of that user primary.',
  address_is_primary: 'The primary email address can’t be removed. Make another one primary first.',
  request_not_found:
    'This request no longer exists, because its credential was erased. Reload the page.',
  request_open: 'This recipient already has an open request of this kind. Answer that one first.',
  transfer_not_found: 'This offer no longer exists. Reload the page.',
  transfer_open: 'This issuer is already offered to someone. Cancel that offer first.',
  transfer_closed: 'This offer was already answered or canceled, or has expired. Reload the page.',
  transfer_issuer_unverified: 'Only verified issuers can move. Verify this one first.',
  transfer_in_course:
    'A course issues badges of this issuer. Delete its platform under Courses in the account that offers the issuer.',
  transfer_work_running:
    'Imports, migrations or bulk jobs of the account that offers the issuer are in progress. Wait until they finish, or cancel them.',
  transfer_running:
    'An issuer is moving to or from this account. Wait a few minutes, then try again.',
  request_closed: 'Someone already answered this request. Reload the page.',
  claim_exhausted:
    'Not enough places are left. Select fewer requests, or create another claim code.',
  claim_closed: 'This claim code has ended or was stopped. Restart it, or create another one.',
  invalid_claim_code: 'The code is wrong or has expired. Request a new one.',
  import_limit_reached: '20 imports are in progress. Wait until one finishes, or cancel one.',
  failed_rows_gone:
    'The failed rows were deleted. They’re kept for 7 days, and up to 100 MB for the account. Upload the file again.',
  migration_limit_reached: '5 migrations are unfinished. Wait until one finishes, or cancel one.',
  migration_finished: 'This migration has already finished. Reload the page.',
  migration_unfinished: 'This migration is still running. Wait until it finishes, then try again.',
  migration_not_undoable:
    'This migration can’t be undone. You can undo a paused one, or one that finished within the last 30 days.',
  redirect_limit_reached:
    'Your account would have more than 100,000 redirects. Remove those that nobody uses.',
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
  range_not_satisfiable: 'This part of the file doesn’t exist. Reload the page.',
  headers_too_large: 'The URL of this page is too long. Clear the filters and try again.',
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
    'This recipient has too many credentials to correct at once. Correct them one by one.',
  shutting_down: 'The service is restarting. Try again in a moment.',
} as const satisfies Record<ErrorCode, string>;

/**
 * Errors of single fields. `{n}` and `{m}` come from the API's message (shared/field-errors.ts).
 */
export const fieldTexts = {
  domain: 'Enter a domain, for example example.org',
  publicMailDomain: 'This domain belongs to an email provider. Use a domain of your organization.',
  publicSuffix: 'Anyone can get a name below this domain. Use the domain of your organization.',
  ownerAddress: 'Enter the sign-in address of the owner of this account',
  ownDomain: 'Add this domain first',
  verifiedDomain: 'Verify this domain, or one above it, under Single sign-on first',
  unresolvedHost: 'No server was found at this URL. Check it, and try again.',
  otherHost: 'This is the host of this service. Enter the old one.',
  oldPath: 'Enter a path that starts with /, without spaces and #, at most {n} characters',
  otherRecipient:
    'This URL or ID belongs to a credential of another recipient or badge. If the badge was renamed, that credential is already here. If the recipient has a new address, correct that credential. If these are URLs of people or badges, delete the column.',
  otherTarget: 'Row {n} has the same old URL with another ID. Delete one of the two rows.',
  redirectTarget: 'Enter the ID or URL of a credential, badge or issuer of this account',
  redirectColumns: 'This file needs a header with the columns host, path and id',
  scopes: 'Separate scopes with spaces, without quotes. Include openid.',
  usedDomain: 'Another connection uses this domain. Remove it there first.',
  metadataMissing: 'Enter the metadata URL, or paste the metadata, but not both',
  metadataOfSeveral:
    'This metadata is of several identity providers, or too large. Use the metadata of your provider alone.',
  metadataUnreachable:
    'The metadata can’t be downloaded from this URL. Check it, or paste the metadata instead.',
  metadataExpired: 'This metadata expired on {n}. Download it again.',
  metadataCertificate:
    'This metadata has no usable signing certificate: your provider needs an RSA key of at least 2,048 bits',
  metadataEndpoint:
    'This metadata has no usable sign-in URL with the HTTP-Redirect binding. Turn it on at your provider.',
  metadataForm:
    'This isn’t the metadata of a SAML 2.0 identity provider. Download it again, and paste all of it.',
  issuerUrl: 'Enter the issuer only, without /.well-known/ and what follows',
  secretAgain: 'Enter the client secret again, because the issuer changed',
  required: 'This field is required',
  chooseOne: 'Choose at least one',
  exportColumns: 'This file has no column with {n}. Export it again with these columns.',
  emptyFile: 'This file has no rows. Choose another file.',
  csvFile: 'This file can’t be read. Save it as “CSV UTF-8” and choose it again.',
  splitFile: 'This file is too long: at most {n}. Split it into several files.',
  recipientsFile:
    'recipients.csv can’t be used. It needs a header with the columns file and name or email, and there must be one only.',
  signers: 'Check the file again and choose signers',
  notOffered: 'These badges can’t be offered. Choose “Issue new credentials”.',
  badgeFile:
    'This file contains no badges. Choose a list of URLs with the column url, a badge, or a ZIP file with badges.',
  zipFile: 'This ZIP file can’t be read. Create it again, without a password.',
  badgeLacks: 'The badge doesn’t state it. Add the column “{n}”.',
  twoDates: 'This date could be two days. Write it as 2026-03-01.',
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
  url: 'Enter a URL that starts with http:// or https://',
  httpsUrl: 'Enter a URL that starts with https://',
  links: 'Enter links that start with http:// or https://',
  urlCharacters: 'Remove spaces, backslashes and control characters',
  urlCredentials: 'Remove the user name and password from the URL',
  urlPort: 'Use port {n}, or a port of 1024 or higher',
  publicUrl: 'Enter a URL that can be reached from the internet',
  controlCharacters: 'Remove line breaks, tabs and other control characters',
  unicode: 'Remove the characters that can’t be displayed',
  combiningMarks: 'Use at most {n} combining marks in a row',
  date: 'Enter a valid date, for example 2026-03-01',
  dateLimit: 'Enter a date before the year 10000',
  future: 'The date can’t be in the future',
  farFuture: 'The date can’t be more than 24 hours in the future',
  past: 'Enter a date in the future',
  afterExpiry: 'The date can’t be after the expiry date',
  beforeEnd: 'The date can’t be before the current expiry date',
  neverExpires: 'This credential never expires, so you don’t need to renew it',
  beforeIssue: 'The date can’t be before the issue date',
  duration: 'Enter a whole number of days, weeks, months or years, at most 100 years',
  number: 'Enter a number, for example 1.3',
  color: 'Enter a color, for example #24477f',
  html: 'Remove the HTML tags',
  placeholder: '{n} isn’t a placeholder. Use one of those listed above.',
  markup: 'This is plain text, so “{n}” would appear as it is. Remove it.',
  unknownPlaceholderField:
    'No badge has the custom field {n}. Add it to a badge first, or remove the placeholder.',
  brace: 'Remove the braces, or insert a placeholder from the list',
  maxPlaceholders: 'Use at most {n} placeholders',
  noButton: 'This email has a code instead of a button. Leave the label empty.',
  digits: 'Enter the number of your company page, digits only',
  choice: 'Choose a value from the list',
  language: 'Enter a language code, for example en or pt-BR',
  noResult: 'A date can’t be a result. Choose “None”.',
  duplicateName: 'This name is already used. Choose another one.',
  otherName: 'Choose another name',
  unknownField: 'This badge doesn’t have this custom field. Add it to the badge first.',
  evidence: 'Enter a link, a title or a description',
  damagedPdf: 'This PDF is damaged. Choose another one.',
  encryptedPdf: 'This PDF is encrypted. Save it without a password.',
  complexPdf: 'This PDF takes too long to draw. Print it to a new PDF.',
  scriptedPdf: 'This PDF contains scripts. Print it to a new PDF.',
  maxPdfPages: 'This PDF has more than {n} pages. Save only the page of the background.',
  pdfPageSize: 'The first page must be larger than 2.5 cm and smaller than 5 m.',
  emptyPdfPage: 'The first page of this PDF is empty. Choose another one.',
  backgroundType: 'Choose a PNG, JPG or PDF',
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
  maxFineShapes: 'This design has too many guilloches and rosettes. Use at most {n}.',
  maxPictures: 'This design has too many pictures. Use at most {n}.',
  maxUpdatedBadges:
    'More than {n} badges use this design. Keep issued credentials as they are, then update them in the form of each badge.',
  unknownPicture: 'A picture of this design is missing. Add it again.',
  unknownIcon: 'Choose another icon',
  sameAsRow: 'Duplicate of row {n}',
  credentialId: 'Enter the ID or URL of a credential',
  unknownCredential: 'This account has no credential with this ID. It may have been erased.',
  otherBadge: 'This is a credential of another badge. Import it with that badge.',
  revokedCredential: 'This credential is revoked, so it can’t be corrected. Remove the row.',
  cells: 'This row has {n} cells, but there are {m} column names. Check the separators.',
  quota: 'Your quota for this month was used up. Import this row after your quota resets.',
  mailLimit:
    'Today’s emails are used up. Correct this row tomorrow, or without emailing the recipient.',
  search: 'Enter a letter, digit or symbol',
  invalid: 'Check this value',
} as const;
