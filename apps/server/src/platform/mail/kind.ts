/** What a mail is about, and what that means for it; defined by the feature that posts it. */
export type MailKind = {
  name: string;
  /** A person is waiting for it, to go on: it never waits behind many others. */
  isAwaited?: true;
  /** Its recipient did not ask for it, and can unsubscribe. */
  isUnasked?: true;
  /** It goes to whoever an account names, before that mailbox has ever said yes. */
  goesToStrangers?: true;
};
