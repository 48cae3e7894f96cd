import type { Credential } from './queries.ts';
import type { CredentialListFilter } from './search.ts';

/** Props of a dialog about one credential. */
export type CredentialDialogProps = {
  opened: boolean;
  close: () => void;
  changed: () => Promise<void>;
  credential: Credential;
};

export type CappedCount = {
  count: number;
  /** True if there are more than counted. */
  isMore?: boolean;
};
export type Selection = CappedCount & {
  /** Unrevoked ones, the only ones that bulk actions affect. */
  standing: CappedCount;
  which: { awardIds: string[] } | { filter: CredentialListFilter } | { all: true };
};

/** Props of a dialog about several credentials. */
export type BulkDialogProps = {
  opened: boolean;
  close: () => void;
  clear: () => void;
  selection: Selection;
  /** Counts for messages. */
  values: { count: number; more: string };
};
