import { type Repository, readWhole, unseal, writeWhole } from '../backup/index.ts';

const pathOf = (mark: string): string => `secrets/${mark}.sealed`;

/** Each secret that the service has written with, by what tells one from another: any moment may be asked for. */
export const keepSealed = (archive: Repository, mark: string, sealed: Buffer): Promise<void> =>
  writeWhole(archive, pathOf(mark), sealed);

/** undefined when it was left out. */
export async function openSealed(
  archive: Repository,
  mark: string,
  passphrase: string,
): Promise<string | undefined> {
  const sealed = await readWhole(archive, pathOf(mark));
  return sealed && unseal(sealed, passphrase);
}
