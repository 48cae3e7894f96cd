import { foldHandle, MAX_SELECTED } from '@insignia/contract';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import { type Database, sqlState } from '../../platform/db/index.ts';
import { lockUser } from '../people/index.ts';
import { findProfileRow, type ProfileRow, saveProfile } from './gallery-store.ts';
import { getOwnUrl, readSelection, requireOwnIds } from './selection.ts';

export type ProfileDeps = { db: Database; urls: Urls };

export type Profile = {
  handle: string | null;
  name: string;
  about: string;
  credentials: string[];
  public: boolean;
  searchIndexing: boolean;
  link: string | null;
};

const createEmpty = (personId: string): ProfileRow => ({
  ...{ personId, handle: null, name: '', about: '', credentialIds: [] },
  ...{ isPublic: false, searchIndexing: false },
});

export const readProfile = async ({ db }: ProfileDeps, personId: string): Promise<ProfileRow> =>
  (await findProfileRow(db, personId)) ?? createEmpty(personId);

export async function describeProfile(row: ProfileRow, deps: ProfileDeps): Promise<Profile> {
  const { handle, name, about, isPublic, searchIndexing } = row;
  const own = await readSelection(deps, row.personId, row.credentialIds);
  return {
    ...{ handle, name, about, credentials: own.map((row) => getOwnUrl(row, deps.urls)) },
    ...{ public: isPublic, searchIndexing },
    link: isPublic && handle ? deps.urls.profile(handle) : null,
  };
}

export type ProfileChange = {
  handle?: string | undefined;
  name?: string | undefined;
  about?: string | undefined;
  credentials?: string[] | undefined;
  public?: boolean | undefined;
  searchIndexing?: boolean | undefined;
};

export async function updateProfile(
  deps: ProfileDeps,
  personId: string,
  change: ProfileChange,
): Promise<ProfileRow> {
  const { handle, name, about, credentials, searchIndexing } = change;
  const ids = credentials && (await requireOwnIds(deps, personId, credentials));
  return changeProfile(deps, personId, (before) => ({
    handle: handle ?? before.handle,
    name: name ?? before.name,
    about: about ?? before.about,
    credentialIds: ids ?? before.credentialIds,
    isPublic: change.public ?? before.isPublic,
    searchIndexing: searchIndexing ?? before.searchIndexing,
  }));
}

/** Adds a credential to the profile, or removes it. Refuses one more than fit. */
export async function selectForProfile(
  deps: ProfileDeps,
  personId: string,
  id: string,
  isShown: boolean,
): Promise<ProfileRow> {
  const [credentialId = ''] = await requireOwnIds(deps, personId, [id]);
  const lost = isShown ? await findLostIds(deps, personId) : undefined;
  return changeProfile(deps, personId, ({ credentialIds, ...same }) => {
    const others = credentialIds.filter((each) => each !== credentialId && !lost?.has(each));
    const selected = isShown ? [credentialId, ...others] : others;
    if (selected.length > MAX_SELECTED)
      throw invalid('credentials', `must have at most ${MAX_SELECTED} credentials`);
    return { ...same, credentialIds: selected };
  });
}

/** Selected credentials that are no longer the user's, who couldn't remove them to make room. */
async function findLostIds(deps: ProfileDeps, personId: string): Promise<Set<string>> {
  const { credentialIds } = await readProfile(deps, personId);
  if (credentialIds.length < MAX_SELECTED) return new Set();
  const own = await readSelection(deps, personId, credentialIds);
  return new Set(credentialIds).difference(new Set(own.map(({ id }) => id)));
}

async function changeProfile(
  { db }: ProfileDeps,
  personId: string,
  decide: (before: ProfileRow) => Omit<ProfileRow, 'personId'>,
): Promise<ProfileRow> {
  const saved = db.write(async (trx) => {
    await lockUser(trx, personId);
    const before = (await findProfileRow(trx, personId)) ?? createEmpty(personId);
    const after = { ...decide(before), personId };
    const missing = [...(after.handle ? [] : ['handle']), ...(after.name ? [] : ['name'])];
    if (after.isPublic && missing.length > 0)
      throw new Problem('invalid_request', {
        details: missing.map((path) => ({ path, message: 'is required for a public profile' })),
      });
    const handleFolded = after.handle && foldHandle(after.handle);
    await saveProfile(trx, { ...after, handleFolded });
    return after;
  });
  return saved.catch((error: unknown) => {
    throw sqlState(error) === '23505' ? new Problem('handle_taken') : error;
  });
}
