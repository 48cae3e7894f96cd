import { createTranslator } from '../../shared/t.ts';

/** Loaded with features/team. */
const team = {
  'team.lead': 'Members of this account, and what they can do.',
  'team.invite': 'Invite',
  'team.invite.title': 'Invite a colleague',
  'team.email': 'Email',
  'team.role': 'Role',
  'team.may.viewer':
    'Viewers can see everything except the audit log and other members’ API keys. They can create their own keys.',
  'team.may.editor':
    'Editors can also create, edit and delete issuers and badges, and issue, email, revoke and erase credentials.',
  'team.may.admin':
    'Admins can also manage the team, webhooks, signing keys and all API keys, read the audit log, and rename or export the account.',
  'team.invited': 'Invitation sent to {email}',
  'team.seats': '{used, number} of {max, number} seats used',
  'team.seats.left':
    '{left, plural, =0 {No seats left. Remove a member, cancel an invitation, or ask your operator for a larger plan.} one {# seat left.} other {# seats left.}}',
  'team.seats.unlimited': '{used, plural, one {# seat} other {# seats}} used, no limit',
  'team.who': 'Member',
  'team.since': 'Since',
  'team.you': 'You',
  'team.pending': 'Invited',
  'team.disabled': 'Disabled by the operator',
  'team.deprovisioned': 'Removed by the directory',
  'team.roleOf': 'Role of {who}',
  'team.changed': 'Role of {who} changed to {role}',
  'team.own.title': 'Change your own role?',
  'team.own.words':
    'With the role {role}, you can’t manage the team. Only the owner or another admin can restore your current role.',
  'team.own.action': 'Change my role',
  'team.remove': 'Remove',
  'team.remove.of': 'Remove {who}',
  'team.remove.title': 'Remove {who}?',
  'team.remove.words':
    'They lose access immediately, and the API keys they created for this account stop working. Credentials they issued stay. Their seat becomes free.',
  'team.remove.own':
    'You lose access immediately, and the API keys you created for this account stop working. Credentials you issued stay.',
  'team.remove.action': 'Remove member',
  'team.removed': '{who} removed',
  'team.cancel': 'Cancel',
  'team.cancel.of': 'Cancel the invitation to {who}',
  'team.cancel.title': 'Cancel the invitation to {who}?',
  'team.cancel.words': 'The link in the invitation stops working, and the seat becomes free.',
  'team.cancel.action': 'Cancel invitation',
  'team.cancel.keep': 'Keep invitation',
  'team.cancelled': 'Invitation to {who} canceled',
  'team.owner': 'Every account has exactly one owner, so this role can’t be changed.',
} as const;

export const t = createTranslator(team);
