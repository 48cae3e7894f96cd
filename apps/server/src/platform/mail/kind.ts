/** A kind of email, defined by the feature that sends it. */
export type MailKind = {
  name: string;
  /** A person is waiting for it, so it has its own queue. */
  isAwaited?: true;
  /** Unsolicited: recipients can unsubscribe. */
  isUnasked?: true;
  /** Sent to addresses chosen by an account that never agreed. */
  goesToStrangers?: true;
};
