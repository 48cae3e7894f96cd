type About = { count: number | null; badge: { badgeId: string } | null };
/** As much of an act of the audit log as decides. */
export type Foldable = {
  at: string;
  action: string;
  target: string | null;
  about: About | null;
  actor: { personId: string } | null;
  key: { keyId: string } | null;
  byOperator: boolean;
};

/** Told together by their number, whatever each was done to; what was done to many at once counts as so many. */
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
export type Counted = (typeof counted)[keyof typeof counted];
const isCounted = (action: string): action is keyof typeof counted =>
  Object.hasOwn(counted, action);

/** Who stops for longer and goes on does something else. */
const pauseMs = 10 * 60_000;

/** What such acts are told by when there are several; undefined where each is told by what it was done to. */
export const countedAs = (action: string): Counted | undefined =>
  isCounted(action) ? counted[action] : undefined;

const whoOf = ({ actor, key, byOperator }: Foldable): string =>
  [actor?.personId, key?.keyId, byOperator].join();
const ofMany: readonly string[] = ['revokeAwards', 'sendAwards', 'createImport'];
const kindOf = ({ action, target, about }: Foldable): string => {
  // Where nobody knows of how many, no sum can be told.
  const isUnknown = ofMany.includes(action) && !about?.count;
  return isCounted(action) && !isUnknown ? counted[action] : `${action} ${target}`;
};

/**
 * What somebody did of one kind, one after the other, as one: newest first, as the acts are. What the same person does in
 * between ends it, so that the log still tells in which order; what others do beside it does not.
 */
export function foldActs<A extends Foldable>(acts: readonly A[]): A[][] {
  const folds: A[][] = [];
  const open = new Map<string, { kind: string; fold: A[]; from: number }>();
  for (const act of acts) {
    const [who, kind, at] = [whoOf(act), kindOf(act), Date.parse(act.at)];
    const last = open.get(who);
    if (last?.kind === kind && last.from - at <= pauseMs) {
      last.fold.push(act);
      last.from = at;
    } else {
      const fold = [act];
      folds.push(fold);
      open.set(who, { kind, fold, from: at });
    }
  }
  return folds;
}

/** How many things were done, and an act for each badge; none where some have none that is known. */
export function sumOf<A extends Pick<Foldable, 'about'>>(
  fold: readonly A[],
): { count: number; badges: A[] } {
  const badges = new Map(fold.map((act) => [act.about?.badge?.badgeId, act]));
  return {
    count: fold.reduce((sum, { about }) => sum + (about?.count ?? 1), 0),
    badges: badges.has(undefined) ? [] : [...badges.values()],
  };
}
