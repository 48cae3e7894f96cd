import { createTranslator } from '../../shared/t.ts';

/** Loaded with features/imports. */
const imports = {
  'imports.lead': 'Issue many credentials at once from a list of recipients.',
  'imports.all': 'All imports',
  'imports.none.title': 'No imports yet',
  'imports.none.words':
    'Your imports will appear here. Upload a file or paste cells from a spreadsheet to issue a badge to a whole class.',
  'imports.about': 'What your list needs',
  'imports.about.words':
    'One row per recipient, with name, email and issue date. Columns can have any name and order. We match them for you, and you check every row before anything is issued.',
  'imports.about.example': 'Download sample list',
  'imports.noBadge.title': 'Create a badge first',
  'imports.noBadge.words': 'Everyone in the list gets the same badge.',
  'imports.badge': 'Badge',
  'imports.badge.choose': 'Choose a badge',
  'imports.badge.missing': 'Choose a badge',
  'imports.badge.gone': 'Deleted badge',
  'imports.dryRun': 'dry run',
  'imports.rows': 'Rows',
  'imports.issued': 'Issued',
  'imports.failed': 'Failed',
  'imports.failed.count': '{count, number} failed',
  'imports.corrected': 'Corrected',
  'imports.corrected.count': '{count, number} corrected',
  'imports.emailed': 'Emailed',
  'imports.skipped': 'Skipped',
  'imports.state.queued': 'Queued',
  'imports.state.running': 'Running',
  'imports.state.paused': 'Paused',
  'imports.state.completed': 'Completed',
  'imports.state.failed': 'Failed',
  'imports.state.cancelled': 'Canceled',

  'steps.label': 'Steps',
  'steps.file': 'Choose file',
  'steps.match': 'Match columns',
  'steps.check': 'Check rows',
  'steps.issue': 'Issue',
  'steps.correct': 'Correct',
  'steps.done': 'done',
  back: 'Back',
  continue: 'Continue',

  'file.label': 'File with recipients',
  'file.words': 'Choose a file or drop it here',
  'file.hint':
    'CSV or .xlsx, at most {rows, number} rows. Besides name, email and date, columns can contain the expiry date, how it was earned, evidence (links) and the badge’s custom fields, such as a grade. Exports of credentials work too. The file stays in this browser. Only the rows you issue are sent.',
  'file.paste': 'Or paste cells',
  'file.paste.hint': 'From a spreadsheet or an email, with or without a row of column names.',
  'file.paste.read': 'Use pasted cells',
  'file.pasted': 'Pasted cells',
  'file.reading': 'Reading {name}',
  'file.saved': 'Continue “{name}”, saved {ago}',
  'file.saved.discard': 'Discard “{name}”',
  'file.saved.title': 'Unfinished imports',
  'fileError.empty': 'This file is empty. Save your list again and choose that file.',
  'fileError.headerOnly': 'This file has column names, but no recipients. Choose another file.',
  'fileError.large':
    'This file is larger than {max, number} MiB. Remove columns you don’t need, or split the file.',
  'fileError.binary':
    'This file isn’t a table. Save your list as CSV or .xlsx, and choose that file.',
  'fileError.oldWorkbook':
    'This workbook has an old format or a password. Open it and save it as .xlsx without a password.',
  'fileError.openDocument': 'This is an OpenDocument table. Save it as .xlsx or CSV.',
  'fileError.quote':
    'A quotation mark in row {at, number} is never closed. Close it, or save the list as CSV from a spreadsheet.',
  'fileError.wideRow':
    'Row {at, number} is too long for a list of recipients. Check that this is the right file.',
  'fileError.columns':
    'A row has {at, number} columns. The limit is {max, number}. Remove columns you don’t need.',
  'fileError.rows':
    'This list has more than {max, number} rows. Split the list and import the parts one by one.',
  'fileError.bomb':
    'This workbook is too large when unpacked. Copy the list to a new workbook, save it and choose that file.',
  'fileError.cells':
    'A cell far away from the list makes this sheet too large. Copy the list to a new workbook, save it and choose that file.',
  'fileError.workbook':
    'This workbook can’t be read. It’s damaged, or a formula was saved without its result. Open it and save it again, or save it as CSV.',
  'fileError.lost':
    'The list couldn’t be read. Try again, or save it in another format, such as CSV.',

  'match.rows': '{name}: {rows, plural, one {# row} other {# rows}}.',
  'match.text': 'Read as {encoding}, columns separated by {delimiter}.',
  'match.encoding': 'Text encoding',
  'match.encoding.hint': 'Choose another one if letters such as é or ü look wrong below.',
  'encoding.utf-16be': 'UTF-16, big-endian',
  'match.workbook': 'Read as a workbook, with the results of formulas.',
  'delimiter.comma': 'commas',
  'delimiter.semicolon': 'semicolons',
  'delimiter.tab': 'tabs',
  'delimiter.pipe': 'vertical bars',
  'match.sheet': 'Sheet',
  'match.sheet.rows': '{name}, {rows, plural, one {# row} other {# rows}}',
  'match.header': 'The header is in row',
  'match.header.row': '{number}: {text}',
  'match.header.none': 'No header',
  'match.titles':
    '{count, plural, one {The row above the list isn’t imported: {text}} other {The # rows above the list aren’t imported: {text}}}',
  'match.twice': 'More than one column is named {names}. Check that the right one is selected.',
  'match.column': 'Column {number, number}',
  'match.none': 'None',
  'match.fixed': 'Same for all rows',
  'match.fixed.value': '{field}, same for all rows',
  'match.because.header': 'Matched by name',
  'match.because.content': 'Matched by content',
  'match.because.remembered': 'Matched as last time',
  'match.samples': 'Contains {samples}',
  'match.noSamples': 'Empty',
  'match.missing': 'Still to match: {fields}.',
  'match.missing.fixed':
    'If no column contains the date, use today for all rows, or choose “Same for all rows” for “{field}” and enter another date.',
  'match.today': 'Use today, {date}, for all rows',
  'match.unused': 'These columns aren’t used or sent: {columns}.',
  'match.edited': 'If you change something here, your edits to the rows are lost.',
  'match.id':
    'Rows correct the credentials with these IDs. Choose “None” to issue new credentials.',
  'match.customField': 'Custom field of this badge',
  'match.expires.byBadge': 'Rows without an expiry date use the badge’s validity period.',
  'match.export': 'This is an export of credentials.',
  'match.export.none':
    'This export contains no credentials of {badge}. Choose a badge that it contains, or another file.',
  'match.export.other':
    '{count, plural, one {# row isn’t for {badge} and is skipped.} other {# rows aren’t for {badge} and are skipped.}}',
  'match.export.revoked':
    '{count, plural, one {# revoked credential is skipped.} other {# revoked credentials are skipped.}}',
  'match.order': 'Date format',
  'match.order.dmy': 'Day, month, year',
  'match.order.mdy': 'Month, day, year',
  'match.order.ymd': 'Year, month, day',
  'match.order.unsure': 'These dates can be read in two ways. Check that the format is right.',
  'match.dates': 'Dates are read as',
  'match.dates.none': 'no date',

  'field.id': 'Credential ID',
  'field.name': 'Name',
  'field.firstName': 'First name',
  'field.middleName': 'Middle name',
  'field.lastName': 'Last name',
  'field.email': 'Email',
  'field.issuedOn': 'Issued on',
  'field.expires': 'Expires',
  'field.narrative': 'How it was earned',
  'field.evidence': 'Evidence',
  'field.custom': '{name} (custom field)',

  'check.errors': '{count, plural, =0 {No errors} one {# error} other {# errors}}',
  'check.rows': '{count, plural, one {# row} other {# rows}}',
  'check.duplicates':
    '{count, plural, one {# duplicate in the list} other {# duplicates in the list}}',
  'check.holders':
    '{count, plural, one {# already has this badge} other {# already have this badge}}',
  'check.removedCount': '{count, plural, one {# removed} other {# removed}}',
  'check.onlyErrors': 'Only errors',
  'check.onlyDuplicates': 'Only duplicates',
  'check.fillDown': 'Fill down',
  'check.fillDown.hint': 'Copy the value of the selected cell to all rows below (Ctrl+D)',
  'check.filled':
    '{count, plural, =0 {All rows below already have this value} one {# cell filled} other {# cells filled}}',
  'check.removeRowsWithErrors': 'Remove rows with errors',
  'check.removed': '{count, plural, one {# row removed} other {# rows removed}}',
  'check.undo': 'Undo',
  'check.list': 'Recipients',
  'check.row': 'Row',
  'check.cell': '{field}, row {row}',
  'check.remove': 'Remove row {row}',
  'check.error': '{field}: {error}',
  'check.duplicateOf': 'Duplicate of row {number, number}',
  'check.hasBadge': 'Already has this badge',
  'check.none.faults': 'No rows have errors.',
  'check.none.duplicates': 'No duplicates, and nobody in the list has this badge yet.',
  'check.none.all': 'No rows are left. Undo, or choose another file.',
  'check.keys': 'Enter and the arrow keys move between rows. Tab moves between cells.',
  'check.holdersUnknown':
    'We couldn’t check who already has this badge. To try again, select Back, then Continue.',

  'issue.words':
    '{count, plural, =0 {No credentials} one {# credential} other {# credentials}} will be issued.',
  'issue.rows': 'Rows',
  'issue.errors.words':
    '{count, plural, one {# row has errors and isn’t issued. Afterwards, you can download it, correct it and import it again.} other {# rows have errors and aren’t issued. Afterwards, you can download them, correct them and import them again.}}',
  'issue.skip': 'Skip duplicates and people who already have this badge',
  'issue.skip.words':
    '{count, plural, =0 {No rows are skipped.} one {# row is skipped.} other {# rows are skipped.}}',
  'issue.skipped': 'Skipped',
  'issue.skipped.hasBadge': 'already has this badge',
  'issue.skipped.duplicate': 'row {number, number} is a duplicate of row {first, number}',
  'issue.skipped.more':
    'And {count, plural, one {# other} other {# others}}. To see them all, go back to “Check rows” and select “Only duplicates”.',
  'issue.andEmail': 'Issue and email {count, number}',
  'issue.andEmailSome': 'Issue {count, number} and email {emailed, number}',
  'issue.andEmailUpTo': 'Issue {count, number} and email up to {emailed, number}',
  'issue.notEmailed':
    '{count, plural, one {# recipient gets} other {# recipients get}} no email, because they unsubscribed or their address bounced.',
  'issue.toFiles':
    'This service has no mail server. Emails are saved as files that only the operator can read, so recipients don’t get them.',
  'issue.only': 'Issue {count, number}',
  'issue.quota': 'Credentials left this month',
  'issue.quota.left': '{left} of {max}',
  'issue.quota.unlimited': 'No limit',
  'issue.quota.over':
    'Your quota allows {left, plural, one {# more credential} other {# more credentials}} until {day}. {over, plural, one {# row will fail. Import it again after that day.} other {# rows will fail. Import them again after that day.}}',
  'issue.large':
    'These rows exceed the limit of {max, number} MiB per import. Split the list and import the parts one by one.',

  'correct.words':
    '{count, plural, =0 {No credentials} one {# credential} other {# credentials}} will be corrected.',
  'correct.unchanged':
    '{count, plural, one {# row changes nothing.} other {# rows change nothing.}}',
  'correct.failed':
    '{count, plural, one {# row has errors and corrects nothing.} other {# rows have errors and correct nothing.}}',
  'correct.hint':
    'Pages and certificates change at once, and links stay the same. Signed files (Open Badges 3.0) that were downloaded earlier show as revoked.',
  'correct.checking': 'Checking each row',
  'correct.list': 'Corrections',
  'correct.list.first':
    'The first {count, number} are listed here. All {total, number} are corrected.',
  'correct.change': 'Before and after',
  'correct.none': 'no value',
  'correct.only': 'Correct {count, number}',
  'correct.andEmail': 'Correct and email {count, number}',
  'correct.andEmailSome': 'Correct {count, number} and email {emailed, number}',
  'one.outcome.issued':
    '{count, plural, =0 {No credentials issued.} one {# credential issued.} other {# credentials issued.}}',
  'one.outcome.corrected':
    '{count, plural, =0 {No credentials corrected.} one {# credential corrected.} other {# credentials corrected.}}',
  'one.outcome.failed':
    '{count, plural, one {# row failed. The list below shows what to correct.} other {# rows failed. The list below shows what to correct.}}',
  'one.progress': '{done} of {total}',
  'one.progress.label': 'Progress',
  'one.pause': 'Pause',
  'one.resume': 'Resume',
  'one.cancel.title': 'Cancel this import?',
  'one.cancel.words':
    '{left, plural, one {# row won’t be issued.} other {# rows won’t be issued.}} {issued, plural, one {# credential that is already issued stays valid.} other {# credentials that are already issued stay valid.}} You can’t resume a canceled import.',
  'one.cancel.corrections':
    '{left, plural, one {# row won’t be corrected.} other {# rows won’t be corrected.}} {corrected, plural, one {# credential that is already corrected stays corrected.} other {# credentials that are already corrected stay corrected.}} You can’t resume a canceled import.',
  'one.cancel.action': 'Cancel import',
  'one.cancel.keep': 'Keep importing',
  'one.errors': 'Failed rows as CSV',
  'one.errors.title': 'Failed rows',
  'one.errors.first': 'The first {count, number} are listed here. The CSV file contains all.',
  'one.errors.fix':
    'Download the failed rows, correct them and import that file. It contains only rows that {action, select, correct {weren’t corrected} other {weren’t issued}}.',
  'one.errors.gone':
    'Failed rows are kept for 7 days, up to 100 MB for the account. These are no longer available.',
  'one.errors.row': 'Row',
  'one.errors.name': 'Name',
  'one.errors.error': 'Error',
  'one.skipped.title': 'Skipped',
  'one.skipped.words': 'These rows weren’t needed, or their recipients can’t be emailed.',
  'one.skipped.download': 'Skipped rows as CSV',
  'one.skipped.reason': 'Reason',
  'one.skipped.first':
    'At most {count, number} of each kind are listed here. The CSV file contains all.',
  'one.skipped.duplicate': 'Duplicate',
  'one.skipped.has_badge': 'Already has this badge',
  'one.skipped.unchanged': 'Changes nothing',
  'one.skipped.revoked': 'Revoked credential',
  'one.skipped.other_badge': 'Credential of another badge',
  'one.notEmailed.issue.unsubscribed': 'Issued, not emailed: unsubscribed',
  'one.notEmailed.issue.bounced': 'Issued, not emailed: earlier emails bounced',
  'one.notEmailed.correct.unsubscribed': 'Corrected, not emailed: unsubscribed',
  'one.notEmailed.correct.bounced': 'Corrected, not emailed: earlier emails bounced',
  'one.unsubscribed':
    '{count, plural, one {# recipient unsubscribed and is skipped.} other {# recipients unsubscribed and are skipped.}}',
  'one.bounced':
    '{count, plural, one {# recipient is skipped, because an earlier email bounced.} other {# recipients are skipped, because earlier emails bounced.}}',
  'one.emailBounced': 'View {count, plural, one {# bounced email} other {# bounced emails}}',
  'one.credentials': 'View credentials of this badge',
  'one.created': 'Started',
  'one.finished': 'Finished',
} as const;

export const t = createTranslator(imports);
