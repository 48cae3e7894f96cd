type EntryTarget = { count: number | null; badge: { badgeId: string } | null };
/** The part of an action that decides how it is grouped. */
export type GroupableEntry = {
  at: string;
  action: string;
  target: string | null;
  about: EntryTarget | null;
  actor: { personId: string } | null;
  key: { keyId: string } | null;
  byOperator: boolean;
};

/** Actions counted together whatever their subject. Bulk actions count by number. */
const counted = {
  createAward: 'createAward',
  revokeAward: 'revokeAward',
  revokeAwards: 'revokeAward',
  deleteAward: 'deleteAward',
  sendAward: 'sendAward',
  sendAwards: 'sendAward',
  shareAward: 'shareAward',
  createBadge: 'createBadge',
  deleteBadge: 'deleteBadge',
  addDesignPicture: 'addDesignPicture',
  createImport: 'createImport',
  resendMail: 'resendMail',
  createKey: 'createKey',
  revokeKey: 'revokeKey',
  inviteMember: 'inviteMember',
  removeMember: 'removeMember',
  redeliver: 'redeliver',
} as const;
export type CountedAction = (typeof counted)[keyof typeof counted];
const isCounted = (action: string): action is keyof typeof counted =>
  Object.hasOwn(counted, action);

/** A longer pause separates groups. */
const pauseMs = 10 * 60_000;

/** Unit to count by; undefined if each action names its subject. */
export const getCountedAction = (action: string): CountedAction | undefined =>
  isCounted(action) ? counted[action] : undefined;

const getActorKey = ({ actor, key, byOperator }: GroupableEntry): string =>
  [actor?.personId, key?.keyId, byOperator].join();
const ofMany: readonly string[] = ['revokeAwards', 'sendAwards', 'createImport'];
const getGroupKind = ({ action, target, about }: GroupableEntry): string => {
  // Without all counts, there is no sum.
  const isUnknown = ofMany.includes(action) && !about?.count;
  return isCounted(action) && !isUnknown ? counted[action] : `${action} ${target}`;
};

/**
 * Groups consecutive actions of one kind by the same user, newest first. Another action by that
 * user ends a group, others' actions don't.
 */
export function groupAuditEntries<A extends GroupableEntry>(acts: readonly A[]): A[][] {
  const groups: A[][] = [];
  const open = new Map<string, { kind: string; group: A[]; from: number }>();
  for (const act of acts) {
    const [who, kind, at] = [getActorKey(act), getGroupKind(act), Date.parse(act.at)];
    const last = open.get(who);
    if (last?.kind === kind && last.from - at <= pauseMs) {
      last.group.push(act);
      last.from = at;
    } else {
      const group = [act];
      groups.push(group);
      open.set(who, { kind, group, from: at });
    }
  }
  return groups;
}

/** Total, and one action per badge. No badges if some are unknown. */
export function sumGroup<A extends Pick<GroupableEntry, 'about'>>(
  group: readonly A[],
): { count: number; badges: A[] } {
  const badges = new Map(group.map((act) => [act.about?.badge?.badgeId, act]));
  return {
    count: group.reduce((sum, { about }) => sum + (about?.count ?? 1), 0),
    badges: badges.has(undefined) ? [] : [...badges.values()],
  };
}
