import type { Credential } from './queries.ts';
import type { Filter } from './search.ts';

/** Props of a dialog about one credential. */
export type Asked = {
  opened: boolean;
  close: () => void;
  changed: () => Promise<void>;
  credential: Credential;
};

export type Counted = {
  count: number;
  /** True if there are more than counted. */
  isMore?: boolean;
};
export type Selection = Counted & {
  /** Unrevoked ones, the only ones that bulk actions affect. */
  standing: Counted;
  which: { awardIds: string[] } | { filter: Filter } | { all: true };
};

/** Props of a dialog about several credentials. */
export type AskedOfMany = {
  opened: boolean;
  close: () => void;
  clear: () => void;
  selection: Selection;
  /** Counts for messages. */
  values: { count: number; more: string };
};
