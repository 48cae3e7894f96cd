/** What a credential says, as plain facts; optional members are left out of the document where they are not given. */
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

/** An address, or one with words for who cannot see the picture. */
export type Image = string | { id: string; caption: string };

export type ProfileFacts = {
  id: string;
  name: string;
  url?: string | undefined;
  email?: string | undefined;
  description?: string | undefined;
  image?: Image | undefined;
};

/** Needs an id or an identifier (Open Badges 3.0 §AchievementSubject). */
export type SubjectFacts = {
  id?: string | undefined;
  identifiers?: IdentifierFacts[] | undefined;
  narrative?: string | undefined;
  results?: ResultFacts[] | undefined;
};

/** In the clear, or hashed: then `value` is a hash such as {@link hashIdentity} makes, with `salt`. */
export type IdentifierFacts = {
  /** Of §IdentifierTypeEnum, such as `emailAddress` and `name`. */
  kind: string;
  value: string;
} & ({ hashed: false } | { hashed: true; salt: string });

export type ResultFacts = {
  /** The id of one of the achievement's `results`. */
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
  /** Of §AchievementType, or beginning with `ext:`. */
  achievementType?: string | undefined;
  /** A BCP 47 tag. */
  language?: string | undefined;
  version?: string | undefined;
  tags?: string[] | undefined;
  alignments?: AlignmentFacts[] | undefined;
  creator?: ProfileFacts | undefined;
  /** What results there can be, such as grades. */
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
  /** The address of the status list credential. */
  list: string;
  index: number;
  purpose: 'revocation' | 'suspension';
};
