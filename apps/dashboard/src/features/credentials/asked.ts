import type { Credential } from './queries.ts';
import type { Filter } from './search.ts';

/** What a dialog about one credential gets. */
export type Asked = {
  opened: boolean;
  close: () => void;
  changed: () => Promise<void>;
  credential: Credential;
};

export type Counted = {
  count: number;
  /** There are more than were counted. */
  isMore?: boolean;
};
export type Selection = Counted & {
  /** Those that are not revoked: what is done to several is done to them alone. */
  standing: Counted;
  which: { awardIds: string[] } | { filter: Filter } | { all: true };
};

/** What a dialog about several gets. */
export type AskedOfMany = {
  opened: boolean;
  close: () => void;
  clear: () => void;
  selection: Selection;
  /** How many it is done to, as the texts take them. */
  values: { count: number; more: string };
};
