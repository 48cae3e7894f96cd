import type { Repository } from '../backup/index.ts';
import type { Logger } from '../log/index.ts';
import { type Base, listBases, type UnreadBase } from './bases.ts';
import { type Cluster, historiesOf } from './cluster.ts';
import { refuseTaken, rivalOf } from './histories.ts';
import { keepPacked, listSegments, pack } from './log.ts';
import { requireSystem } from './place.ts';
import { reachOf } from './rules.ts';
import type { Status } from './status.ts';

export type ContentsParts = {
  url: string;
  /** Fails while the archive is away; what it opens goes through the gate. */
  open: () => Promise<Repository>;
  log: Logger;
};

type ContentsStatus = Pick<
  Status,
  'system' | 'place' | 'base' | 'droppedAt' | 'isBroken' | 'beside'
>;

/** What the archive has already: from it alone it is known what is missing. */
export class Contents {
  readonly #parts: ContentsParts;
  readonly #cluster: Cluster;
  /** The pieces of the log since the last base backup. */
  readonly #names = new Set<string>();
  readonly #toldUnread = new Set<string>();
  #base: Base | undefined;
  #isRead = false;
  /** What a former run knew, until the archive has been read. */
  #known: Pick<Status, 'place' | 'base'>;
  #droppedAt: string | undefined;
  #beside: Status['beside'];

  constructor(parts: ContentsParts, cluster: Cluster, before: Status | undefined) {
    [this.#parts, this.#cluster] = [parts, cluster];
    this.#known = { place: before?.place, base: before?.base };
    this.#droppedAt = before?.droppedAt;
  }

  get isRead(): boolean {
    return this.#isRead;
  }

  get base(): Base | undefined {
    return this.#base;
  }

  /** Pieces are missing between others. */
  get hasGap(): boolean {
    const last = this.#base?.manifest;
    return last ? reachOf(last.lastSegment, this.#names, last.segmentBytes).isBroken : false;
  }

  /** Once it had a base backup, what has none is not it. */
  async open(): Promise<Repository> {
    const archive = await this.#parts.open();
    const { base, place } = this.#known;
    if (!base || place !== archive.place) return archive;
    await requireSystem(archive, this.#cluster.system).catch((error: unknown) => {
      this.#isRead = false;
      throw error;
    });
    return archive;
  }

  async read(archive: Repository): Promise<void> {
    const { system, timeline } = this.#cluster;
    const unread: UnreadBase[] = [];
    const all = await listBases(archive, unread);
    refuseTaken(all, this.#cluster, archive.place);
    // Where the server ran without an archive when it was restored, it has told nobody: the next restore would take the same number.
    for (const { name, bytes } of await historiesOf(this.#parts.url))
      await keepPacked(archive, await pack(name, system, bytes));
    this.#tellRival(rivalOf(all, this.#cluster));
    const own = all.filter((base) => base.system === system);
    const base = own.findLast(({ manifest }) => manifest.timeline === timeline) ?? own.at(-1);
    this.#base = base;
    // Added to, and not begun anew: others are brought meanwhile.
    for await (const { name } of listSegments(archive, system)) this.#names.add(name);
    const first = base?.manifest.firstSegment ?? '';
    for (const name of this.#names) if (name < first) this.#names.delete(name);
    this.#isRead = true;
    const { id = '', manifest } = base ?? {};
    const known = manifest && { id, finishedAt: manifest.finishedAt };
    this.#known = { place: archive.place, base: known };
    if (this.#droppedAt && base && base.finishedAt > Date.parse(this.#droppedAt))
      this.#droppedAt = undefined;
    this.#tellUnread(unread);
  }

  /** A piece of the log has been brought. */
  add(name: string): void {
    this.#names.add(name);
  }

  /** What was to be brought never will be. */
  lose(): void {
    this.#droppedAt = new Date().toISOString();
  }

  told(): ContentsStatus {
    const droppedAt = this.#droppedAt;
    const isBroken = this.hasGap || droppedAt !== undefined;
    const { system } = this.#cluster;
    return { system, ...this.#known, droppedAt, isBroken, beside: this.#beside };
  }

  #tellRival(base: Base | undefined): void {
    const { id = '', system = '', manifest } = base ?? {};
    if (base && this.#beside?.base !== id)
      this.#parts.log.error({ base: id, system }, 'another database archives in the same place');
    this.#beside = manifest && { base: id, system, timeline: manifest.timeline };
  }

  #tellUnread(unread: readonly UnreadBase[]): void {
    for (const { id, reason } of unread) {
      if (!this.#toldUnread.has(id))
        this.#parts.log.warn({ base: id, reason }, 'a base backup cannot be read');
      this.#toldUnread.add(id);
    }
  }
}
