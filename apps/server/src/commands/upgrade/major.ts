import type { Config } from '../../config/index.ts';
import { inSnapshot } from '../../platform/backup/index.ts';
import {
  findBinaries,
  isBrokenOffAtLast,
  isOurs,
  layoutOf,
  majorOf,
  NoDatabaseYet,
  putAside,
  putInPlace,
} from '../../platform/db/index.ts';
import type { Surroundings } from '../service.ts';
import { alone } from './alone.ts';
import { oldBinaries } from './old-binaries.ts';
import { refuseNoRoom } from './room.ts';
import { fillSuccessor } from './successor.ts';
import { readSource, type Transferred, transfer } from './transfer.ts';

export type UpgradeOptions = {
  /** Folder with the PostgreSQL binaries of the earlier major version. */
  binaries: string | undefined;
  dryRun: boolean;
  onProgress: (done: number, of: number) => void;
};

export type Upgraded = { from: string; to: string; kept: string | undefined; bytes: number } & (
  | { outcome: 'up to date' | 'can be upgraded' | 'ended' }
  | ({ outcome: 'upgraded' } & Transferred)
);

/** Upgrades the embedded database to this program's major version of PostgreSQL. */
export async function upgradeMajor(
  config: Config,
  surroundings: Surroundings,
  { binaries, dryRun, onProgress }: UpgradeOptions,
): Promise<Upgraded> {
  const { dataDir, postgres } = config;
  const layout = layoutOf(dataDir);
  const to = findBinaries().major;
  if (isBrokenOffAtLast(dataDir)) {
    if (!dryRun) await putInPlace(dataDir);
    return { outcome: 'ended', ...{ from: to, to, kept: undefined, bytes: 0 } };
  }
  if (!(await isOurs(layout))) throw new NoDatabaseYet(`there is no database in ${dataDir} yet`);
  const from = await majorOf(layout.cluster);
  const same = { from, to, kept: undefined, bytes: 0 };
  if (from === to) return { outcome: 'up to date', ...same };
  const old = oldBinaries(from, binaries);
  const read = await alone(dataDir, surroundings, { postgres, binaries: old }, async (url) => {
    const { bytes } = await inSnapshot(url, readSource);
    await refuseNoRoom(dataDir, bytes);
    if (dryRun) return { outcome: 'can be upgraded' as const, bytes };
    const done = await fillSuccessor(config, surroundings, (target) =>
      transfer(url, target, surroundings, onProgress),
    );
    return { outcome: 'upgraded' as const, bytes, ...done };
  });
  if (read.outcome === 'can be upgraded') return { ...same, ...read };
  const kept = await putAside(dataDir, new Date());
  await putInPlace(dataDir);
  return { ...same, ...read, kept };
}
