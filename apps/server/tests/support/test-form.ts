/** CI runs a short form of slow suites, by TEST_FORM=short: see docs/extend/testing.md. */
export const isShort = process.env.TEST_FORM === 'short';

/**
 * Tests of the whole form only, by file: sweeps, and tests that show for a similar screen or error
 * what another one shows.
 */
export const wholeFormOnly: Record<string, string[]> = {
  'browser/certificate-styles.test.ts': [
    'the QR code is readable at 60 dpi, also on a certificate with a mark across it',
    'the widest name is neither cut nor overlaps, and no word is split for a larger font',
    'paper is pure white in certificate images, whatever the colors',
    'names and titles of two signatories in different scripts share a baseline',
    'short words at the end of a long name are not alone on a line',
    'a text whose first paragraph does not fit ends with a complete line',
    'accents of capitals keep clear of the line above',
    'the Arabic mark across a certificate has the same shade where letters join',
    'the text below a revocation reason uses the largest font that fits',
    'a JPEG logo of any kind appears like the same logo as PNG',
  ],
  'browser/openapi.test.ts': [
    'spectral finds no error and no warning in the OpenAPI document, by its recommended rules',
    'the reference has no accessibility violation by any rule of axe, light and dark',
  ],
  'browser/page.test.ts': [
    'one long word in any field of badge or credential never makes a page too wide',
  ],
  'dashboard-certificates.test.ts': [
    'ornaments, small caps and conditions of layers are set and saved',
    'share cards are listed with their kind, and duplicated, made the default and deleted like certificates',
    'the second of two people to save sees both versions, and a choice by a badge is no conflict',
  ],
  'dashboard-claims.test.ts': [
    'more than 500 selected requests are approved at once, and an error later leaves the rest selected',
  ],
  'dashboard-corrections.test.ts': [
    'an export issues again unless its ids are chosen, and repeated ids are duplicates',
  ],
  'dashboard-email.test.ts': [
    'bulk email skips recipients who were emailed unless the box is checked',
  ],
  'dashboard-first-hour.test.ts': [
    'sending again says nothing about unknown addresses, and emails them nothing',
    'a session lost between issuing and emailing issues once, and emails after signing in',
  ],
  'dashboard-imports.test.ts': [
    'a title above the header and merged cells are read, and another sheet or header row can be chosen',
    'the encoding of a file can be chosen when the guess is wrong',
    'an unreadable file shows an error with the next step, and another file can be chosen at once',
    'a finished dry run is shown as complete',
    'rows with errors can be downloaded as a file, and a viewer sees imports but cannot start one',
  ],
  'dashboard-webhooks.test.ts': [
    'the reason for an undelivered email is shown in words, whatever the mail server says',
    'a rejected URL shows its error at the field, and a viewer sees everything but can change nothing',
  ],
  'one-process/dashboard-account.test.ts': [
    'a name that was typed survives the end of the session',
    'only the owner can delete the account, and a viewer can neither rename nor export it',
    'the old URL of API keys redirects to their screen, which marks keys unused for 90 days',
  ],
  'one-process/dashboard-bad-input.test.ts': [
    'invalid, oversized, truncated and too large images show an error at their field',
    'an import shows missing columns, rejects 100,000 rows and a million columns, then accepts another list',
    '200-character names and right-to-left names stay within their places',
    'a template script that fails to load shows a message; reloading keeps typed text and draws the template',
  ],
  'one-process/dashboard-brand.test.ts': [
    'a viewer sees the brand but no Save button',
    'a brand saved in another tab is not overwritten: a dialog shows the differences in words',
  ],
  'one-process/dashboard-browsers.test.ts': [
    'the link of a row covers only its row where rows cannot be positioned, as in Safari',
    'a list item aligns with the start of its own language, whatever the language of the list',
    'a share text is fully visible in browsers whose fields do not grow automatically',
    'leaving a submitted form asks nothing when the page renders late, as in Safari',
  ],
  'one-process/dashboard-corrections.test.ts': [
    'viewers see the history, and are offered no correction',
  ],
  'one-process/dashboard-credentials.test.ts': [
    'an unknown status in the address is ignored as a filter',
  ],
  'one-process/dashboard-designer-hands.test.ts': [
    'an action that changes nothing adds nothing to undo or to save',
    'Escape in a property restores its value and moves focus to the picture',
    'a double click or F2 renames a layer in the list',
    'dragging a corner scales the text with its box, and dragging a side resizes only the box',
    'a filled icon is drawn filled, and has no stroke',
    'a subject finds templates, those for it first, with its icons',
    'images that the service would reject are reduced or redrawn, and other files show an error',
    'a gradient has at least two colors and takes more; new shapes and texts get a visible position and color',
    'the note about a picture without a design disappears once a template replaces the picture',
  ],
  'one-process/dashboard-designer-looks.test.ts': [
    'the picture uses the available space in windows of any shape, and every control is reachable',
  ],
  'one-process/dashboard-designer.test.ts': [
    'the canvas of a phone stays in place under the finger that makes the first change',
    'dragging with Alt copies layers, pasted copies lie beside each other, and new text has a readable color',
    'the seal depth has a maximum, and deeper saved seals look the same in browser and server',
    'a design with the maximum number of layers shows a message and accepts no more layers',
    'pressing Save twice does not report a conflict with oneself',
    'an unanswered Save is reported until the connection is back, and the drawing can still be saved',
    'templates include the issuer’s logo unless disabled, and any design can add it',
    'a saved design reopens pixel by pixel and matches the server drawing, in Arabic and Chinese too',
    'the designer works by touch at triple pixel density, without WebGL and OffscreenCanvas',
  ],
  'one-process/dashboard-faults.test.ts': [
    'a foreign account, an unknown address and a deleted badge each show a message and links onward',
    'a member whose role is lowered while filling in a form sees a message and the actions still allowed',
    'signing in redirects only to the dashboard',
  ],
  'one-process/dashboard-forgets.test.ts': [
    'signing out by a plain form removes all personal data too',
    'deleting the account removes all personal data too',
  ],
  'one-process/dashboard-languages.test.ts': [
    'texts in a language with longer words are neither cut off nor overlapping',
  ],
  'one-process/dashboard-looks.test.ts': [
    'no screen is squeezed when a side bar leaves little room',
  ],
  'one-process/dashboard-overview.test.ts': [
    'an issuer changed meanwhile is not overwritten',
    'a reload before the saved version is read again conflicts only with changes by others',
  ],
  'one-process/dashboard-recipients.test.ts': [
    'viewers see recipients and their emails, and are offered no action',
  ],
  'one-process/dashboard-team.test.ts': [
    'a typed email address survives the end of the session, and the form sends it after sign-in',
    'invalid filters show the whole audit log, and members without permission find no link to it',
    'the URL of a forbidden action shows a message instead of its form, and a link back',
    'without a free seat inviting requires cancelling an invitation, and a repeated invitation is an error',
  ],
};
