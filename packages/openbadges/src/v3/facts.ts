/** Contents of a credential. Optional members are omitted if not given. */
export type CredentialFacts = {
  id: string;
  name: string;
  description?: string | undefined;
  image?: Image | undefined;
  issuer: ProfileFacts;
  validFrom: Date;
  validUntil?: Date | undefined;
  subject: SubjectFacts;
  achievement: AchievementFacts;
  evidence?: EvidenceFacts[] | undefined;
  status?: StatusEntryFacts | undefined;
};

/** An address, optionally with alternative text. */
export type Image = string | { id: string; caption: string };

export type ProfileFacts = {
  id: string;
  name: string;
  url?: string | undefined;
  email?: string | undefined;
  description?: string | undefined;
  image?: Image | undefined;
};

/** Requires an id or an identifier (Open Badges 3.0 §AchievementSubject). */
export type SubjectFacts = {
  id?: string | undefined;
  identifiers?: IdentifierFacts[] | undefined;
  narrative?: string | undefined;
  results?: ResultFacts[] | undefined;
};

/** Plain, or hashed: then `value` is a hash as made by {@link hashIdentity} with `salt`. */
export type IdentifierFacts = {
  /** From §IdentifierTypeEnum, such as `emailAddress` or `name`. */
  kind: string;
  value: string;
} & ({ hashed: false } | { hashed: true; salt: string });

export type ResultFacts = {
  /** Id of one of the achievement's `results`. */
  describedBy?: string | undefined;
  value?: string | undefined;
  status?: string | undefined;
};

export type AchievementFacts = {
  id: string;
  name: string;
  description: string;
  criteria: { id?: string | undefined; narrative?: string | undefined };
  image?: Image | undefined;
  /** From §AchievementType, or with the prefix `ext:`. */
  achievementType?: string | undefined;
  creditsAvailable?: number | undefined;
  /** BCP 47 tag. */
  language?: string | undefined;
  version?: string | undefined;
  tags?: string[] | undefined;
  alignments?: AlignmentFacts[] | undefined;
  creator?: ProfileFacts | undefined;
  /** Possible results, such as grades. */
  results?: { id: string; name: string; kind: string }[] | undefined;
};

export type AlignmentFacts = {
  targetName: string;
  targetUrl: string;
  targetDescription?: string | undefined;
  targetFramework?: string | undefined;
  targetCode?: string | undefined;
  targetType?: string | undefined;
};

export type EvidenceFacts = {
  id?: string | undefined;
  name?: string | undefined;
  description?: string | undefined;
  narrative?: string | undefined;
  genre?: string | undefined;
  audience?: string | undefined;
};

export type StatusEntryFacts = {
  /** URL of the status list credential. */
  list: string;
  index: number;
  purpose: 'revocation' | 'suspension';
};
