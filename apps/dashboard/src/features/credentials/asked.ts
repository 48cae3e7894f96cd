import type { Credential } from './queries.ts';
import type { Filter } from './search.ts';

/** What a dialog about one credential gets. */
export type Asked = {
  opened: boolean;
  close: () => void;
  changed: () => Promise<void>;
  credential: Credential;
};

export type Selection = {
  count: number;
  /** There are more than were counted. */
  isMore?: boolean;
  which: { awardIds: string[] } | { filter: Filter } | { all: true };
};

/** What a dialog about several gets. */
export type AskedOfMany = {
  opened: boolean;
  close: () => void;
  clear: () => void;
  selection: Selection;
  /** As the texts take them. */
  values: { count: number; more: string };
};
