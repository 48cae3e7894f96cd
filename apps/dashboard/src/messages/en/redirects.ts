import { createTranslator } from '../../shared/t.ts';

/** Loaded with the screen of redirects. */
const redirects = {
  'redirects.title': 'Redirects',
  'redirects.lead':
    'Keep the URLs of an earlier service working. They lead to your credentials, badges and issuers here.',
  'redirects.loading': 'Loading more redirects…',
  'redirects.again': 'Load again',
  'redirects.download': 'Download redirects',
  'redirects.none.title': 'No redirects yet',
  'redirects.none.words':
    'Upload a list of old URLs. Links in emails, on profiles and on printed certificates then lead here.',
  'redirects.hosts': 'Hosts',
  'redirects.host': 'Old host',
  'redirects.count': 'Redirects',
  'redirects.list': 'Old URLs',
  'redirects.old': 'Old URL',
  'redirects.target': 'Leads to',
  'redirects.target.credential': 'Credential {id}',
  'redirects.target.badge': 'Badge {id}',
  'redirects.target.issuer': 'Issuer {id}',
  'redirects.search': 'Old URL or ID',
  'redirects.search.none':
    'No redirect contains this text. Search for another part of the old URL.',
  'redirects.file.title': 'Upload redirects',
  'redirects.file.words':
    'The file has 3 columns: the old host, the old path with its query, and the ID or URL of a credential, badge or issuer here.',
  'redirects.file.example':
    'host,path,id\nbadges.example.org,/assertions/1,01a21d1a-8754-7051-9c44-616c24899c3e\nbadges.example.org,/badge.php?b=7,01a21d1a-90d2-7c11-8a36-50f5a7d1e902',
  'redirects.file': 'File with redirects',
  'redirects.file.choose': 'Choose a CSV file or drop it here',
  'redirects.file.hint':
    'At most {rows, number} rows per file, and {total, number} redirects in all. Nothing changes if any row has an error.',
  'redirects.file.missing': 'Choose a file',
  'redirects.others': 'Redirects that the file doesn’t name',
  'redirects.others.keep': 'Keep them',
  'redirects.others.remove': 'Remove them',
  'redirects.upload': 'Upload redirects',
  'redirects.replace.title': 'Replace all redirects?',
  'redirects.replace.words':
    'You have {count, plural, one {# redirect} other {# redirects}}. Those that the file doesn’t name will be removed, and their old URLs will stop working. Download the redirects first if you need them.',
  'redirects.replace.action': 'Replace redirects',
  'redirects.done':
    '{added, number} added, {changed, number} changed, {removed, number} removed. You now have {total, plural, one {# redirect} other {# redirects}}.',
  'redirects.refused':
    'Nothing has been changed. Correct the rows below and upload the file again.',
  'redirects.errors': 'Rows with errors',
  'redirects.errors.first': 'The first {count, number} errors are shown.',
  'redirects.row': 'Row',
  'redirects.error': 'Error',
  'redirects.steps.title': 'Set up an old host',
  'redirects.steps.verify': 'Verify the domain of the old URLs, or one above it.',
  'redirects.steps.domains': 'Domains under Single sign-on',
  'redirects.steps.upload': 'Upload the redirects.',
  'redirects.steps.dns':
    'At your DNS provider, point the old host to this service: a CNAME record to {host}, or its A and AAAA records.',
  'redirects.steps.proxy':
    'Ask the operator of this service to accept the old host at the proxy, with a certificate.',
  'redirects.steps.result':
    'Old URLs then answer with a permanent redirect (308), also for revoked and erased credentials. Their pages here say so.',
} as const;

export const t = createTranslator(redirects);
