/** Loaded with features/team. */
export const team = {
  'team.lead': 'Who works in this account, and what they may do here.',
  'team.invite': 'Invite',
  'team.invite.title': 'Invite a colleague',
  'team.email': 'E-mail',
  'team.role': 'Role',
  'team.may.viewer': 'Viewers see everything but the audit log, and change nothing.',
  'team.may.editor': 'Editors also make issuers and badges, issue, mail and revoke credentials.',
  'team.may.admin':
    'Admins also manage the team, webhooks and all API keys, and read the audit log.',
  'team.invited': 'An invitation was mailed to {email}',
  'team.seats': '{taken, number} of {most, number} seats taken',
  'team.seats.left':
    '{left, plural, =0 {No seat is left: remove somebody, cancel an invitation, or ask the operator of this service for a larger plan.} one {One seat is left.} other {# seats are left.}}',
  'team.seats.unlimited':
    '{taken, plural, one {One seat} other {# seats}} taken, as many as you like',
  'team.who': 'Person',
  'team.since': 'Since',
  'team.you': 'You',
  'team.pending': 'Invited',
  'team.disabled': 'Disabled by the operator',
  'team.roleOf': 'Role of {who}',
  'team.changed': '{who}: {role} from now on',
  'team.own.title': 'Change your own role?',
  'team.own.words':
    'As {role} you may no longer manage the team. Somebody else has to give you your present role back.',
  'team.own.action': 'Change my role',
  'team.remove': 'Remove',
  'team.remove.of': 'Remove {who}',
  'team.remove.title': 'Remove {who}?',
  'team.remove.words':
    'Their access and the API keys that they made for this account end at once. What they issued stays, and their seat is free.',
  'team.remove.own':
    'You are about to remove yourself: your access and the API keys that you made for this account end at once. What you issued stays.',
  'team.removed': '{who} was removed',
  'team.cancel': 'Cancel',
  'team.cancel.of': 'Cancel the invitation to {who}',
  'team.cancel.title': 'Cancel the invitation to {who}?',
  'team.cancel.words': 'The link in their mail leads nowhere from then on, and the seat is free.',
  'team.cancel.action': 'Cancel invitation',
  'team.cancel.keep': 'Keep it',
  'team.cancelled': 'The invitation to {who} was cancelled',
  'team.owner': 'The owner stays: every account has exactly one.',
} as const;
