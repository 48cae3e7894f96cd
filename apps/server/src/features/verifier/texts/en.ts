import { detailTexts } from '@insignia/openbadges/shared';
import type { TextsLike } from '../../../kernel/language.ts';

export const en = {
  title: 'Verify a credential',
  lostEmail: 'Lost your email?',
  another: 'Verify another credential',
  lead: 'Verify an Open Badges credential (2.0 or 3.0) from any issuer. Enter its link or short code, upload its file or paste its document.',
  form: {
    link: 'Link, ID or short code',
    file: 'or file',
    fileHint:
      'Certificate (PDF), badge picture (PNG or SVG) or document (JSON or JWT), at most 5 MiB.',
    paste: 'or paste a document (JSON or JWT)',
    document: 'Document',
    email: 'Recipient’s email',
    optional: '(optional)',
    emailHint: 'We also check whether the credential was issued to this address.',
    button: 'Verify',
  },
  offline: {
    fileHint: 'Badge picture (PNG or SVG) or document (JSON or JWT), at most 5 MiB.',
    noPdf: 'This page can’t read PDFs.',
    noScript: 'This page verifies in your browser and needs JavaScript.',
    copyOf: (day: string) =>
      `This site is a copy of ${day}. Revocations since then aren’t known here.`,
  },
  claims: {
    title: 'What the credential says',
    issuedTo: 'Issued to',
    notNamed: 'Not named. To check the recipient, enter an email address below.',
    issuer: 'Issuer claims to be',
    quotes: { open: '“', close: '”' },
    website: 'Claimed website',
    notProven: 'not proven',
    issuedOn: 'Issued on',
    validUntil: 'Valid until',
    doesNotExpire: 'Does not expire',
    credential: 'Credential',
    view: 'View the credential',
    byHost: (host: string) =>
      `The issuer wrote this. Names aren’t verified. Trust them only if you trust ${host}.`,
    byKey:
      'The owner of the key wrote this. Names aren’t verified. Ask the issuer whether this key is theirs.',
    byNobody: 'Nothing proves who wrote this. Names aren’t verified.',
  },
  checks: {
    title: 'Checks',
    note: '“Could not check” never counts as valid. We don’t store anything you enter here.',
    keyOnly: 'key only',
    presentation: 'Presentation',
    proof: 'Signature',
    resources: 'Related resources',
    contents: 'Credentials inside',
    subject: 'Subject',
    printed: 'Printed page',
  },
  endorsements: {
    title: 'Endorsements',
    one: 'Endorsement',
    about: 'About:',
    note: 'An endorsement doesn’t affect whether the credential is valid.',
  },
  headlines: {
    valid: 'Valid credential',
    expired: 'Expired',
    revoked: 'Revoked',
    not_found: 'Credential not found',
    not_yet_valid: 'Not yet valid',
    suspended: 'Suspended',
    invalid: 'Not valid',
    unknown: 'Couldn’t be verified',
    unknownSigner: 'Valid signature, unknown signer',
  },
  leads: {
    valid: 'Every check passed just now.',
    expired: (day: string) =>
      `This credential was valid until ${day}. The issuer hasn’t revoked it.`,
    revoked: 'The issuer revoked this credential.',
    revokedFor: (reason: string) => `The issuer revoked this credential: ${reason}`,
    not_found:
      'Check that the link or code is complete, or ask the issuer whether the credential was deleted.',
    not_yet_valid: (day: string) => `This credential will be valid from ${day}.`,
    suspended:
      'The issuer has suspended this credential. Ask the issuer why, or check again later.',
    invalid: 'At least one check failed. Don’t rely on this credential.',
    unknown: 'Some checks couldn’t be completed, so this result proves nothing. Try again later.',
    unknownSigner:
      'Every check passed, but anyone can create a key like this. Ask the issuer whether this key is theirs.',
  },
  identity: {
    key: 'Signed by the key ',
    thumbprint: 'Signed by the key with the thumbprint ',
    unvouched: '. No website vouches for this key.',
    signed: 'Signed by ',
    keyAddress: ' (key at this address).',
    hosted: 'Hosted at ',
    onBehalf: (host: string) => ` on behalf of ${host}`,
    unencrypted: ', without encryption (http)',
  },
  problems: {
    empty: 'Enter a link or a short code, choose a file or paste a document.',
    url: 'Enter a link (https://…), a credential ID or a short code such as 7K3M-9QXT.',
    email: 'Enter a valid email address, or leave the field empty.',
    file: 'We couldn’t read a credential in this file. Choose a certificate (PDF), a badge picture (PNG or SVG) or a document (JSON or JWT) that contains a credential. For a scan or a photo, enter the link or the short code printed on it.',
    pdf: {
      without_credential: 'This PDF contains no credential.',
      several_credentials:
        'This PDF contains several credentials, so we can’t tell which one it shows.',
      encrypted: 'This PDF is encrypted.',
      damaged: 'This PDF is damaged.',
      too_complex: 'This PDF is too complex to check.',
      with_picture: 'This file is both a picture and a PDF.',
    },
    printedInstead: 'Enter the link or the short code printed on it instead.',
    document: 'We couldn’t read this document. Paste the complete document (JSON or JWT).',
    tooLarge: 'The file is larger than 5 MiB. Choose a smaller file.',
    tooMany: (seconds: string) =>
      `You’ve verified many credentials in a short time, so this one wasn’t checked. Try again in ${seconds}.`,
    busy: (seconds: string) =>
      `Many credentials are being verified right now, so yours wasn’t checked. Try again in ${seconds}.`,
    other: 'We couldn’t read your request. Reload the page, then try again.',
  },
  printed: {
    intact: 'The PDF is exactly as its issuer made it.',
    intactLacking: (parts: string) =>
      `The PDF is exactly as its issuer made it, but it doesn’t show ${parts} of its credential.`,
    changed: 'The PDF was changed after it was issued.',
    changedLacking: (parts: string) =>
      `The PDF was changed after it was issued: it doesn’t show ${parts} of its credential.`,
    lacking: (parts: string) => `The PDF doesn’t show ${parts} of its credential.`,
    sealUnchecked: 'The issuer’s seal on the PDF couldn’t be checked.',
    unsealed:
      'The PDF shows what its credential says, but has no seal by its issuer. It may also show something else.',
    unsealedLacking: (parts: string) =>
      `The PDF doesn’t show ${parts} of its credential, and has no seal by its issuer.`,
    parts: {
      name: 'the name',
      badge: 'the badge',
      issueDate: 'the issue date',
      expiryDate: 'the expiry date',
    },
  },
  details: detailTexts,
};

/** Texts of the page that verifies credentials. */
export type VerifierTexts = TextsLike<typeof en>;
