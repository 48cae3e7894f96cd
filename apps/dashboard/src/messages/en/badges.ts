/** Texts of the screens in features/badges, loaded with them. */
export const badges = {
  'badges.lead': 'What can be earned.',
  'badges.create': 'Create badge',
  'badges.search': 'Search by name',
  'badges.none.title': 'No badges yet',
  'badges.none.words':
    'A badge says what was achieved and how. It is issued to people as credentials.',
  'badges.noIssuer.title': 'A verified issuer comes first',
  'badges.noIssuer.words':
    'Badges are issued in the name of an issuer whose e-mail address is verified.',
  'badges.issuer': 'Issuer',
  'badges.name': 'Name',
  'badges.description': 'Description',
  'badges.description.hint': 'What it stands for. Markdown works.',
  'badges.criteria': 'Criteria',
  'badges.criteria.hint': 'How it is earned. Markdown works.',
  'badges.picture': 'Upload a picture',
  'badges.picture.hint':
    'PNG or JPG, square, best 1024 pixels wide. Choose a file or drop it here.',
  'badges.picture.one': 'Picture',
  'badges.picture.missing': 'choose a picture',
  'badges.picture.of': 'Picture of {name}',
  'badges.design': 'Design',
  'badges.design.hint': 'Draw the picture here, from a template or from nothing.',
  'badges.design.edit': 'Edit design',
  'badges.public': 'Public page',
  'badges.back': 'Back to the badge',
  'badges.edit.words': 'Credentials that were issued show the badge as it is after this.',
  'badges.shareText': 'Share text',
  'badges.shareText.hint': 'Proposed to recipients who share it. Filled in: {names}',
  'badges.shareText.preview': 'As Ada Lovelace will read it',
  'badges.delete.title': 'Delete {name}?',
  'badges.delete.words':
    'It can be deleted only while nobody holds it: credentials that are not revoked keep it. Nothing brings it back.',
  'badges.deleted': '{name} was deleted',
} as const;
