import type { ErrorDetail } from '@insignia/contract';
import { fieldTexts } from '../messages/en/errors.ts';

type FieldTextId = keyof typeof fieldTexts;

/** Messages of the contract and the service, most specific first. */
const rules: readonly (readonly [RegExp, FieldTextId])[] = [
  [/^(?:is required|must not be empty)$|at least 1 characters/, 'required'],
  [/^must not be empty\./, 'chooseOne'],
  [/^must be a domain of the account/, 'ownDomain'],
  [/^must be a domain,/, 'domain'],
  [/public mail provider/, 'publicMailDomain'],
  [/public suffix/, 'publicSuffix'],
  [/address of the (?:account’s )?owner/, 'ownerAddress'],
  [/used by another connection/, 'usedDomain'],
  [/^must be the issuer/, 'issuerUrl'],
  [/^must have either metadataUrl/, 'metadataMissing'],
  [/several identity providers/, 'metadataOfSeveral'],
  [/^can’t be fetched/, 'metadataUnreachable'],
  [/^expired on (?<n>\d{4}-\d\d-\d\d)\. Download/, 'metadataExpired'],
  [/signing certificate/, 'metadataCertificate'],
  [/HTTP-Redirect|SingleSignOnService/, 'metadataEndpoint'],
  [
    /IDPSSODescriptor|EntityDescriptor|entityID|validUntil|well-formed|no identity provider/,
    'metadataForm',
  ],
  [/^is required with another issuer/, 'secretAgain'],
  [/^must be plain text: “(?<n>[^“”]{1,40})”/, 'markup'],
  [/custom field (?<n>\{\{[^{}]{0,130}\}\})/, 'unknownPlaceholderField'],
  [/brace outside/, 'brace'],
  [/placeholders\. Use at most (?<n>\d+)$/, 'maxPlaceholders'],
  [/shows a code instead/, 'noButton'],
  [/^is the same as in row (?<n>\d+)$/, 'sameAsRow'],
  [/ID or URL of a credential/, 'credentialId'],
  [/credential of this account/, 'unknownCredential'],
  [/credential of another badge/, 'otherBadge'],
  [/revoked credential/, 'revokedCredential'],
  [/^must be one of|ext:/, 'choice'],
  [/your current password/, 'wrongPassword'],
  [/(?<n>\d{1,6}) by (?<m>\d{1,6}) pixels/, 'minPixels'],
  [/(?<n>\d{1,6}) megapixels/, 'maxMegapixels'],
  [/at most (?<n>\d+) combining marks/, 'combiningMarks'],
  [/at least (?<n>\d+) characters/, 'minCharacters'],
  [/at most (?<n>\d+) characters/, 'maxCharacters'],
  [/at most (?<n>\d+ [KM]iB) together/, 'maxTogether'],
  [/at most (?<n>\d+ [KM]iB)/, 'maxSize'],
  [/at most (?<n>\d+) e-?mail addresses/, 'maxEmails'],
  [/at least one e-?mail address/, 'minEmails'],
  [/have at least (?<n>\d+)(?: \w+)?$/, 'minItems'],
  [/have at most (?<n>\d+)(?: \w+)?$/, 'maxItems'],
  [/“(?<n>[^“”]{1,320})”[^“”]{0,80} e-?mail address/, 'oneOfEmails'],
  [/e-?mail address/, 'email'],
  [/^must be links|JSON list/, 'links'],
  [/spaces or backslashes/, 'urlCharacters'],
  [/control characters/, 'controlCharacters'],
  [/credentials$/, 'urlCredentials'],
  [/use port (?<n>\d+)/, 'urlPort'],
  [/private address/, 'publicUrl'],
  [/start with https:\/\/$/, 'httpsUrl'],
  [/https? URL|start with http/, 'url'],
  [/Unicode/, 'unicode'],
  [/duration/, 'duration'],
  [/can't be set for a date/, 'noResult'],
  [/year 10000/, 'dateLimit'],
  [/24 hours/, 'farFuture'],
  [/^must be in the future/, 'past'],
  [/in the future/, 'future'],
  [/after expires/, 'afterExpiry'],
  [/before the current end/, 'beforeEnd'],
  [/never expires/, 'neverExpires'],
  [/before issuedOn/, 'beforeIssue'],
  [/language tag/, 'language'],
  [/\b(?:date|date-time|day)\b/, 'date'],
  [/for example 1\.3|must be a (?:whole )?number/, 'number'],
  [/colou?r/, 'color'],
  [/HTML/, 'html'],
  [/placeholder (?<n>\{\{[^{}]{0,80}\}\})/, 'placeholder'],
  [/numeric ID/, 'digits'],
  [/is a duplicate|given twice/, 'duplicateName'],
  [/different name/, 'otherName'],
  [/attribute of this badge/, 'unknownField'],
  [/an id \(URL\)/, 'evidence'],
  [/readable PDF/, 'damagedPdf'],
  [/without a password$/, 'encryptedPdf'],
  [/memory to draw/, 'complexPdf'],
  [/^contains scripts/, 'scriptedPdf'],
  [/more than (?<n>\d+) pages/, 'maxPdfPages'],
  [/^has a first page/, 'pdfPageSize'],
  [/empty first page/, 'emptyPdfPage'],
  [/a JPG or a PDF/, 'backgroundType'],
  [/is incomplete|damaged/, 'damagedPicture'],
  [/fully transparent/, 'transparentPicture'],
  [/white paper/, 'blankPicture'],
  [/after the end/, 'extraData'],
  [/progressive|too many parts/, 'progressive'],
  [/PNG or JPG|base64/, 'pictureType'],
  [/nothing visible/, 'emptyDesign'],
  [/too long to draw|outlines|dashes and gaps|with a shadow|characters of text/, 'slowDesign'],
  [/at most (?<n>\d+) guilloches/, 'maxFineShapes'],
  [/more than (?<n>\d+) images/, 'maxPictures'],
  [/credentials of more than (?<n>\d+) badges/, 'maxUpdatedBadges'],
  [/^no font contains (?<n>[^.]{1,200})\./, 'missingGlyphs'],
  [/isn't an image of this/, 'unknownPicture'],
  [/icon/, 'unknownIcon'],
  [/GET \/design-templates|Correct the design|newer version/, 'brokenDesign'],
  [/designJson/, 'pictureType'],
  [/has (?<n>\d+) cells, (?:but )?the header has (?<m>\d+)/, 'cells'],
  [/\bquota\b/, 'quota'],
  [/letter, digit/, 'search'],
  [/(?:at least|more than) (?<n>[\d.]+)$/, 'min'],
  [/(?:at most|less than) (?<n>[\d.]+)$/, 'max'],
  [/^must be (?:an? \w+|true|false|true or false|[\w:]+(?:, [\w:]+)*)$/, 'choice'],
];

/** Translates an API message about one field into a text for people. */
export function describeFieldError(message: string): string {
  for (const [pattern, id] of rules) {
    const found = pattern.exec(message);
    if (!found) continue;
    const { n = '', m = '' } = found.groups ?? {};
    return fieldTexts[id].replace('{n}', () => n).replace('{m}', () => m);
  }
  return fieldTexts.invalid;
}

/** Translates the details of an API error. */
export function translateDetails(details: readonly ErrorDetail[]): ErrorDetail[] {
  return details.map(({ path, message }) => ({ path, message: describeFieldError(message) }));
}
