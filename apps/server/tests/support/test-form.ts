/** CI runs a short form of slow suites, by TEST_FORM=short: see docs/extend/testing.md. */
export const isShort = process.env.TEST_FORM === 'short';

/** Files whose tests run in the whole form only. */
export const wholeFormFiles = [
  'dashboard-class.test.ts',
  'faults/editions.test.ts',
  'faults/native-threads.test.ts',
  'faults/reminders.test.ts',
  'one-process/dashboard-languages.test.ts',
  'programs/generated-client.test.ts',
  'programs/published-packages.test.ts',
];

/**
 * Tests of the whole form only, by file: sweeps, and tests that show for a similar screen or error
 * what another one shows.
 */
export const wholeFormOnly: Record<string, string[]> = {
  '../faults/pdf-backgrounds.test.ts': [
    'another account’s PDF is drawn although one account sends only expensive ones',
  ],
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
    'on an Arabic certificate, dates start at the right and the signatories’ names share one line',
    'a left-to-right sentence is right-aligned on an Arabic certificate',
    'the text of an Arabic certificate uses the largest font that fits',
    'text with lists appears completely when there is room, with lists close to their paragraph',
    'a long revocation reason ends with a complete line and a note that there is more',
  ],
  'browser/openapi.test.ts': [
    'spectral finds no error and no warning in the OpenAPI document, by its recommended rules',
    'the reference has no accessibility violation by any rule of axe, light and dark',
  ],
  'browser/page.test.ts': [
    'one long word in any field of badge or credential never makes a page too wide',
    'a device that can share shows its share sheet, which counts unless it is canceled',
    'the printed page shows the credential and its address, without buttons',
    '/verify explains missing input and unreadable files in plain words',
  ],
  'browser/share-card.test.ts': [
    'a card has the issuer’s color on the starting side of its language, and text in a readable shade',
    'names of any length and script stay within a designed card, and a revoked one says so',
  ],
  'dashboard-certificates.test.ts': [
    'ornaments, small caps and conditions of layers are set and saved',
    'share cards are listed with their kind, and duplicated, made the default and deleted like certificates',
    'the second of two people to save sees both versions, and a choice by a badge is no conflict',
    'a design is created on a blank page, drawn and saved by keyboard',
    'a preview has the longest real name, other scripts and the print, and reports missing letters',
    'a background is the first page of a PDF, and an unsuitable PDF is explained',
    'templates are grouped, found by words, and previewed as they come into view',
    'a share card opens as layers in pixels, without paper or back, is previewed, and chosen by a badge and the brand',
  ],
  'dashboard-claims.test.ts': [
    'more than 500 selected requests are approved at once, and an error later leaves the rest selected',
  ],
  'dashboard-corrections.test.ts': [
    'an export issues again unless its ids are chosen, and repeated ids are duplicates',
  ],
  'dashboard-email.test.ts': [
    'bulk email skips recipients who were emailed unless the box is checked',
    'a bounced credential shows why and what to do, and sending again reaches the mailbox',
    'the overview sends emails that were only written to files, and then has nothing to send',
  ],
  'dashboard-first-hour.test.ts': [
    'sending again says nothing about unknown addresses, and emails them nothing',
    'a session lost between issuing and emailing issues once, and emails after signing in',
    'an empty overview shows one thing to do, and nothing else',
    '“As curl” appears only for users with a key, and Delete is in a menu',
    'a session lost in an import keeps the list, its corrections and the answer about email',
  ],
  'dashboard-imports.test.ts': [
    'a title above the header and merged cells are read, and another sheet or header row can be chosen',
    'the encoding of a file can be chosen when the guess is wrong',
    'an unreadable file shows an error with the next step, and another file can be chosen at once',
    'a finished dry run is shown as complete',
    'rows with errors can be downloaded as a file, and a viewer sees imports but cannot start one',
    'a list without dates is issued today for all rows with one press, and the date can be changed',
    'of 10,000 rows only the visible ones are drawn; they survive a reload, and are issued',
    'details in an import are checked and editable, and an export of several badges imports unchanged',
    'import screens are accessible and fit, wide and narrow, in light and dark',
    'failed rows show their names and the row numbers of the file, and finished jobs leave the tray',
    'an import can be paused, opened from the overview, resumed and cancelled',
    'badges of another issuer are checked and offered, and their migration is paused, resumed and canceled',
  ],
  'dashboard-requests.test.ts': [
    'recipients without an account are led from the dashboard to their credentials',
  ],
  'dashboard-sso.test.ts': ['an admin connects a SAML provider and sees what to register there'],
  'dashboard-templates.test.ts': [
    'templates are chosen by level, email and language, and fields show what they fall back to',
    'a template saved in another tab is not overwritten, and a viewer can only read',
  ],
  'dashboard-webhooks.test.ts': [
    'the reason for an undelivered email is shown in words, whatever the mail server says',
    'a rejected URL shows its error at the field, and a viewer sees everything but can change nothing',
    'the email screen is accessible and fits, wide and narrow, in light and dark',
    'all failures since a time are redelivered after the count is shown',
    'webhooks are accessible and fit, wide and narrow, in light and dark',
    'the JavaScript sample distinguishes a genuine delivery from a forged one',
  ],
  'dashboard.test.ts': [
    'a user gets from sign-up to a verified credential with the mouse, following the first steps',
  ],
  'one-process/dashboard-account.test.ts': [
    'a name that was typed survives the end of the session',
    'only the owner can delete the account, and a viewer can neither rename nor export it',
    'the old URL of API keys redirects to their screen, which marks keys unused for 90 days',
    'three themes are available; a failed sign-out is reported and succeeds on retry',
    'renaming the account updates its switcher immediately, and an invalid name is rejected',
    'the account screen is accessible and fits, wide and narrow, in light and dark',
  ],
  'one-process/dashboard-bad-input.test.ts': [
    'invalid, oversized, truncated and too large images show an error at their field',
    'an import shows missing columns, rejects 100,000 rows and a million columns, then accepts another list',
    '200-character names and right-to-left names stay within their places',
    'a template script that fails to load shows a message; reloading keeps typed text and draws the template',
    'a form open in two tabs shows that the other tab submitted it or deleted the badge',
    'a session that ends before or during a picture upload leaves nothing half done and loses no input',
  ],
  'one-process/dashboard-brand.test.ts': [
    'a viewer sees the brand but no Save button',
    'a brand saved in another tab is not overwritten: a dialog shows the differences in words',
    'previews of all styles and the card show unsaved changes, with a sample or a real recipient',
    'forms of brand and badge show how many issued credentials they keep, and update them on request',
  ],
  'one-process/dashboard-browsers.test.ts': [
    'the link of a row covers only its row where rows cannot be positioned, as in Safari',
    'a list item aligns with the start of its own language, whatever the language of the list',
    'a share text is fully visible in browsers whose fields do not grow automatically',
    'leaving a submitted form asks nothing when the page renders late, as in Safari',
    'the message about one step does not cover the control for the next',
  ],
  'one-process/dashboard-corrections.test.ts': [
    'viewers see the history, and are offered no correction',
  ],
  'one-process/dashboard-credentials.test.ts': [
    'an unknown status in the address is ignored as a filter',
    'the jobs tray drops ended jobs on reload and unknown jobs immediately, and syncs across tabs',
    'a long list renders only visible rows, and all loaded rows can be selected',
    'a credential shows its short code, copies it, and is found by it',
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
    'undo selects the layers that a step changed, and redo selects the layers that it created',
    'a design is unsaved only while it differs from the saved one, and only then leaving asks',
    'searching by meaning finds an icon, and Enter adds it',
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
    'several layers can be selected by a frame, aligned, grouped, ordered, hidden, locked and copied elsewhere',
    'icons, multiple selection, order, hiding, locking, deleting and preview work by keyboard without losing focus',
    'added pictures become layers, survive reopening, and appear in the server drawing',
  ],
  'one-process/dashboard-details.test.ts': [
    'the text direction of a badge’s own text does not affect the text beside it',
  ],
  'one-process/dashboard-faults.test.ts': [
    'a foreign account, an unknown address and a deleted badge each show a message and links onward',
    'a member whose role is lowered while filling in a form sees a message and the actions still allowed',
    'signing in redirects only to the dashboard',
    'a member removed while viewing an account sees a message, also from a form',
    'an action that the plan does not allow names who can change that',
  ],
  'one-process/dashboard-forgets.test.ts': [
    'signing out by a plain form removes all personal data too',
    'deleting the account removes all personal data too',
  ],
  'one-process/dashboard-looks.test.ts': [
    'no screen is squeezed when a side bar leaves little room',
    'a list of texts without links is accessible and is no scrollable region',
    'right-to-left layout mirrors every screen, and nothing is too wide',
  ],
  'one-process/dashboard-overview.test.ts': [
    'an issuer changed meanwhile is not overwritten',
    'a reload before the saved version is read again conflicts only with changes by others',
    'activity by day can be limited to a range and one badge, and compared with the previous period',
  ],
  'one-process/dashboard-recipients.test.ts': [
    'viewers see recipients and their emails, and are offered no action',
    'a search that finds nobody says so, and an empty list says what will appear',
    'the screens of recipients are accessible and fit, with a bounce, long names and pages',
  ],
  'one-process/dashboard-team.test.ts': [
    'a typed email address survives the end of the session, and the form sends it after sign-in',
    'invalid filters show the whole audit log, and members without permission find no link to it',
    'the URL of a forbidden action shows a message instead of its form, and a link back',
    'without a free seat inviting requires cancelling an invitation, and a repeated invitation is an error',
    'giving up your own role asks first and then removes the controls and the audit log',
    'team and audit log are accessible and fit, wide and narrow, in light and dark',
  ],
  'programs/backup.test.ts': [
    'closing the terminal during verification leaves no temporary database and no lock',
  ],
  'programs/embedded-database.test.ts': [
    'when two processes start on an empty directory, one serves and the other reports why it cannot',
    'a process that starts while another is claiming its database gets an error',
  ],
  'programs/examples.test.ts': ['every sample of the SDK compiles strictly against it'],
  'programs/operator-embedded.test.ts': [
    'an unusable database is reported in one line, with the exit code that the manual names',
  ],
  'programs/orphans.test.ts': ['a killed test run leaves no PostgreSQL behind'],
  'programs/start.test.ts': [
    'concurrent starts migrate an empty server once, and a killed start leaves nothing half done',
    'the started process itself serves, with limits on its memory',
  ],
};
