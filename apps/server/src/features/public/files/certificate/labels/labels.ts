/** What a certificate says besides the names and texts of its credential. */
export type CertificateLabels = {
  title: string;
  /** Stands before the recipient's name. */
  awardedTo: string;
  /** Stands between the recipient's name and the badge's. */
  awardedFor: string;
  criteria: string;
  issuedBy: string;
  issuedOn: string;
  validUntil: string;
  /** Stands above the address of the page. */
  verify: string;
  /** What counts when paper and page differ. */
  pageCounts: string;
  /** Links to the page. */
  moreOnPage: string;
  lettersMissing: string;
  /** In place of a name of which no letter can be drawn. */
  nameOnPage: string;
  revoked: string;
  expired: string;
  /** Follows `revoked` or `expired`. */
  since: (day: string) => string;
  /** The reason where none was given. */
  noReason: string;
  pictureOf: (badge: string) => string;
  logoOf: (issuer: string) => string;
  signatureOf: (name: string) => string;
  codeOf: (address: string) => string;
};
