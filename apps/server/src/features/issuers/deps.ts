import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { PageTokens } from '../../platform/http/page-tokens.ts';
import type { ImageStore } from '../../platform/images/index.ts';
import type { TakeStrangerMail } from '../accounts/index.ts';

/**
 * The current versions of designs of the locked issuer, locked against changes. Empty if nothing is
 * chosen.
 */
export type ChooseDesigns = (
  trx: Trx,
  issuerId: string,
  chosen: { certificateId?: string | null | undefined; cardId?: string | null | undefined },
) => Promise<Partial<ChosenDesigns>>;
export type ChosenDesigns = {
  certificateId: string | null;
  certificateVersion: number | null;
  cardId: string | null;
  cardVersion: number | null;
};

export type IssuerDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  images: ImageStore;
  cursors: PageTokens;
  takeStranger: TakeStrangerMail;
  /** Starts a job that gives issued credentials of the locked issuer its current edition. */
  updateIssued: (trx: Trx, who: Caller, issuer: { issuerId: string }, now: Date) => Promise<string>;
  chooseDesigns: ChooseDesigns;
  /** Invalidates the issuer's public document. */
  invalidateIssuer: (issuerId: string) => Promise<void>;
};
