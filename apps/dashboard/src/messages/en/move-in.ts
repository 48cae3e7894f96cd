import { createTranslator } from '../../shared/t.ts';

/** Loaded with the screen that moves in. */
export const moveIn = {
  'moveIn.title': 'Move in',
  'moveIn.lead': 'Bring credentials from another service to one of your issuers.',
  'moveIn.file.title': 'Choose a file',
  'moveIn.source': 'Service',
  'moveIn.source.badgr': 'Badgr, Canvas Credentials or Parchment',
  'moveIn.source.credly': 'Credly',
  'moveIn.source.accredible': 'Accredible',
  'moveIn.source.moodle': 'Moodle',
  'moveIn.source.openbadges2': 'Open Badges 2.0',
  'moveIn.source.openbadges3': 'Open Badges 3.0',
  'moveIn.source.hint.badgr': 'The CSV file of awards from Data management',
  'moveIn.source.hint.credly': 'The CSV file from Analytics',
  'moveIn.source.hint.accredible': 'The CSV file of your credentials',
  'moveIn.source.hint.moodle':
    'A custom report on badges with name, full name, email address and date issued, downloaded as CSV',
  'moveIn.source.hint.openbadges2':
    'A list of URLs, a badge (PNG, SVG or JSON), or a ZIP file with badges. Each is verified.',
  'moveIn.source.hint.openbadges3':
    'A badge (PNG, SVG, JSON or JWT), a ZIP file with badges, or a list of URLs. Each is verified.',
  'moveIn.issuer': 'Issuer',
  'moveIn.issuer.hint.reissue': 'Issues the credentials again, with their original dates',
  'moveIn.issuer.hint.hold': 'Recipients see that this issuer offers the badges',
  'moveIn.mode': 'Credentials',
  'moveIn.mode.reissue': 'Issue new credentials',
  'moveIn.mode.hold': 'Offer the original badges',
  'moveIn.mode.hint.reissue':
    'They name the originals, and this issuer can correct and revoke them',
  'moveIn.mode.hint.hold':
    'The badges remain those of their issuers. Recipients find them in My credentials, and accept or decline them.',
  'moveIn.issuer.none.title': 'Verify an issuer first',
  'moveIn.issuer.none.words': 'Credentials move to an issuer whose email address is verified.',
  'moveIn.issuers': 'Issuers',
  'moveIn.file': 'Export file',
  'moveIn.file.choose': 'Choose a CSV file or drop it here',
  'moveIn.file.hint': 'At most {rows, number} rows. Nothing is created until you confirm.',
  'moveIn.file.hint.links':
    'At most {rows, number} rows. The file needs a column with the badges’ URLs. Each badge is verified. If the service shows only pages there, collect the badge files and choose Open Badges. Nothing is created until you confirm.',
  'moveIn.file.choose.badges': 'Choose a file or drop it here',
  'moveIn.file.hint.badges':
    'At most {rows, number} URLs or {files, number} badges. Badges often lack the recipients’ names and email addresses. Add them to your list as the columns name and email, or to the ZIP file as recipients.csv with the columns file, name and email. Nothing is created until you confirm.',
  'moveIn.file.missing': 'Choose a file',
  'moveIn.check': 'Check file',
  'moveIn.again': 'Move in another file',
  'moveIn.result.title': 'From {source}',
  'moveIn.result.dry': 'This was a check. Nothing has been created.',
  'moveIn.progress': 'Rows done',
  'moveIn.would.reissue': 'Would be issued',
  'moveIn.would.hold': 'Would be offered',
  'moveIn.created.reissue': 'Issued',
  'moveIn.created.hold': 'Offered',
  'moveIn.existing': 'Moved in before',
  'moveIn.skipped': 'Revoked by the other service',
  'moveIn.failed': 'Failed',
  'moveIn.removed': 'Removed',
  'moveIn.start.reissue': 'Issue {count, plural, one {# credential} other {# credentials}}',
  'moveIn.start.hold': 'Offer {count, plural, one {# badge} other {# badges}}',
  'moveIn.start.lost': 'To continue, choose the file again.',
  'moveIn.signers': 'Signers',
  'moveIn.signers.words':
    'Anyone can sign a badge that names your school. Choose signers that you trust. Badges of others won’t be issued.',
  'moveIn.signers.host':
    '{count, plural, one {# badge} other {# badges}}. {host} vouches for this signer.',
  'moveIn.signers.key':
    '{count, plural, one {# badge} other {# badges}}. No website vouches for this key.',
  'moveIn.badges': 'Badges',
  'moveIn.badge': 'Badge',
  'moveIn.badge.rows': 'Rows',
  'moveIn.badge.state': 'In this account',
  'moveIn.badge.new': 'New',
  'moveIn.badge.plain': 'New, with a plain picture',
  'moveIn.badge.other': 'Remains another issuer’s',
  'moveIn.badge.known': 'Already exists',
  'moveIn.badge.none': 'No new badge',
  'moveIn.errors': 'Failed rows',
  'moveIn.errors.words': 'Correct them in a spreadsheet, then choose the corrected file.',
  'moveIn.errors.download': 'Download failed rows',
  'moveIn.errors.gone': 'Failed rows are kept for 7 days. These are no longer available.',
  'moveIn.errors.first': 'The first {count, number} are shown. The file has all.',
  'moveIn.row': 'Row',
  'moveIn.error': 'Error',
  'moveIn.error.of': '{field}: {error}',
  'moveIn.reason.unreachable':
    'The badge, or a document that it names, can’t be downloaded. Check its URL, or download the badge and choose the file.',
  'moveIn.reason.no_badge':
    'This contains no badge. Download the badge itself and choose its file.',
  'moveIn.reason.no_url':
    'This row has no URL of its badge. Add the URL, or download the badge and choose its file.',
  'moveIn.reason.malformed':
    'The badge breaks rules of its standard, or its file is damaged. Ask its issuer for a new one.',
  'moveIn.reason.too_large': 'The badge is larger than 1 MiB. Ask its issuer for a smaller file.',
  'moveIn.reason.unsupported':
    'The badge has a format that isn’t supported. Ask its issuer for Open Badges 2.0 or 3.0.',
  'moveIn.reason.altered':
    'The badge differs from the one that was issued. Ask its issuer for the original.',
  'moveIn.reason.invalid': 'The badge isn’t valid. Ask its issuer for a new one.',
  'moveIn.reason.unverified': 'The badge couldn’t be verified. Move it in again later.',
  'moveIn.reason.timeout':
    'The badge couldn’t be verified within 20 seconds. Move it in again later.',
  'moveIn.reason.not_yet_valid': 'The badge isn’t valid yet. Move it in once it’s valid.',
  'moveIn.reason.suspended': 'The issuer has suspended the badge. Ask the issuer why.',
  'moveIn.reason.other_recipient':
    'The badge wasn’t issued to this email address. Enter the address that it was issued to.',
  'moveIn.reason.recipient_unstated':
    'The badge doesn’t state its recipient’s email address, so the recipient couldn’t add it. Choose “Issue new credentials”.',
  'moveIn.reason.ambiguous_file':
    'recipients.csv doesn’t say who has this file. Add its folder to the name, and keep one row for each file.',
  'moveIn.reason.other_version':
    'The badge has another version of Open Badges. Choose that version as the service.',
  'moveIn.reason.issued_here': 'This credential was issued here. Delete the row.',
  'moveIn.reason.signer_unproven':
    'Nothing proves who signed the badge, so it can’t be issued again. Ask its issuer for a new one.',
  'moveIn.reason.signer_not_chosen':
    'You didn’t choose the signer of this badge. Check the file again, and choose the signer if you trust it.',
  'moveIn.reason.offer_limit':
    'This account has 20,000 open offers, the most it can have. Wait for answers, or undo a migration.',
  'moveIn.kept': 'Credentials that stay',
  'moveIn.kept.words': 'They changed after they were moved in.',
  'moveIn.kept.credential': 'Credential',
  'moveIn.kept.reason': 'Reason',
  'moveIn.kept.corrected': 'Corrected or renewed',
  'moveIn.kept.revoked': 'Revoked',
  'moveIn.undo': 'Undo',
  'moveIn.undo.until': 'Can be undone until {day}',
  'moveIn.undo.title': 'Undo this migration?',
  'moveIn.undo.words.hold':
    '{count, plural, one {# offer} other {# offers}} will be withdrawn. Badges that recipients have accepted stay theirs. This can’t be undone.',
  'moveIn.undo.words.reissue':
    '{count, plural, one {# credential} other {# credentials}} and new badges without other credentials will be erased. Credentials that were corrected, renewed or revoked since stay. This can’t be undone.',
  'moveIn.undo.action.hold': 'Withdraw {count, plural, one {# offer} other {# offers}}',
  'moveIn.undo.action.reissue': 'Erase {count, plural, one {# credential} other {# credentials}}',
  'moveIn.cancel.title': 'Cancel this migration?',
  'moveIn.cancel.reissue':
    '{left, plural, one {# row won’t be issued.} other {# rows won’t be issued.}} {created, plural, one {# credential that is already issued stays, and you can undo it.} other {# credentials that are already issued stay, and you can undo them.}} You can’t resume a canceled migration.',
  'moveIn.cancel.hold':
    '{left, plural, one {# row won’t be offered.} other {# rows won’t be offered.}} {created, plural, one {# badge stays offered, and you can undo that.} other {# badges stay offered, and you can undo that.}} You can’t resume a canceled migration.',
  'moveIn.cancel.dry':
    '{left, plural, one {# row won’t be checked.} other {# rows won’t be checked.}} You can’t resume a canceled check.',
  'moveIn.cancel.action': 'Cancel migration',
  'moveIn.cancel.keep': 'Keep moving in',
  'moveIn.redirects.title': 'Keep old URLs working',
  'moveIn.redirects.words':
    'Links to your earlier service can lead to the credentials here, if its host belongs to you.',
  'moveIn.redirects': 'Redirect old URLs',
  'moveIn.redirects.download': 'Download redirects',
  'moveIn.redirects.how':
    'To keep old URLs working, delete rows of hosts that aren’t yours, then upload the file under {screen}.',
  'moveIn.redirects.screen': 'Redirects',
  'moveIn.list': 'Earlier migrations',
  'moveIn.list.check': 'check only',
  'moveIn.state.queued': 'Queued',
  'moveIn.state.running': 'Running',
  'moveIn.state.paused': 'Paused',
  'moveIn.state.completed': 'Completed',
  'moveIn.state.failed': 'Failed',
  'moveIn.state.cancelled': 'Canceled',
  'moveIn.state.undoing': 'Undoing',
  'moveIn.state.undone': 'Undone',
  'moveIn.state.failed.words':
    'The migration stopped. Check that the issuer still exists and is verified, then move the same file in again: nothing is issued twice.',
} as const;

export const t = createTranslator(moveIn);
