/** Texts of the screens in features/audit, loaded with them. */
export const audit = {
  'audit.lead': 'Every change to this account for 400 days: who made it, when, and with which key.',
  'audit.person': 'Person',
  'audit.person.any': 'Everybody',
  'audit.person.gone': 'Somebody who has left',
  'audit.action': 'Action',
  'audit.action.any': 'All actions',
  'audit.from': 'From',
  'audit.to': 'To',
  'audit.all': 'Show everything',
  'audit.fields': 'Given: {fields}',
  'audit.none.title': 'Nothing has happened yet',
  'audit.none.words': 'Whatever somebody changes in this account is written down here.',
  'audit.today': 'Today',
  'audit.yesterday': 'Yesterday',
  'audit.parts': '{count, number} entries',
} as const;
