import { Readable } from 'node:stream';
import { BackupFault, type Repository } from '../backup/index.ts';

/** Runs only while the archive is waited for, and not whoever gives it bytes. */
type Clock = { start: () => void; stop: () => void };

const away = (): BackupFault =>
  new BackupFault('unreachable', 'the archive does not answer: look whether its disk is mounted');

/**
 * An archive on another machine may answer nothing at all, not even an error (NFS), and each call to it then holds one of the
 * few threads that Node has for files, names and compression. So each is given up after a silence, no more than `most` are
 * made at a time, and none while one that was given up has not come back.
 */
export class Gate {
  readonly #most: number;
  #silenceMs: number;
  #busy = 0;
  #lost = 0;
  readonly #queue: (() => void)[] = [];
  readonly #winders = new Set<() => void>();

  constructor({ silenceMs, most }: { silenceMs: number; most: number }) {
    [this.#silenceMs, this.#most] = [silenceMs, most];
  }

  /** From now on less time is left, for what is under way too. */
  hasten(silenceMs: number): void {
    this.#silenceMs = Math.min(silenceMs, this.#silenceMs);
    for (const wind of this.#winders) wind();
  }

  async open(work: () => Promise<Repository>): Promise<Repository> {
    return gated(await this.pass(work), this);
  }

  async pass<T>(work: (clock: Clock) => Promise<T>): Promise<T> {
    while (this.#lost === 0 && this.#busy >= this.#most)
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    if (this.#lost > 0) throw away();
    this.#busy += 1;
    let state: 'waited for' | 'stopped' | 'lost' | 'done' = 'waited for';
    let timer: NodeJS.Timeout | undefined;
    const silence = Promise.withResolvers<never>();
    const giveUp = (): void => {
      state = 'lost';
      this.#lost += 1;
      silence.reject(away());
      for (const next of this.#queue.splice(0)) next();
    };
    const wind = (): void => {
      clearTimeout(timer);
      if (state === 'waited for') timer = setTimeout(giveUp, this.#silenceMs);
    };
    const turn = (to: 'waited for' | 'stopped') => () => {
      if (state === 'lost' || state === 'done') return;
      state = to;
      wind();
    };
    this.#winders.add(wind);
    wind();
    const clock = { start: turn('waited for'), stop: turn('stopped') };
    const done = work(clock).finally(() => {
      clearTimeout(timer);
      this.#winders.delete(wind);
      this.#busy -= 1;
      if (state === 'lost') this.#lost -= 1;
      state = 'done';
      this.#queue.shift()?.();
    });
    return Promise.race([done, silence.promise]);
  }
}

/** Each call to it through the gate. */
function gated(repository: Repository, gate: Gate): Repository {
  return {
    place: repository.place,
    list: (prefix) => inSteps(repository.list(prefix), gate),
    read: async (name) => {
      const found = await gate.pass(() => repository.read(name));
      return found && Readable.from(inSteps<Buffer>(found, gate), { objectMode: false });
    },
    write: (name, bytes) => gate.pass((clock) => repository.write(name, timed(bytes, clock))),
    create: (name, bytes) => gate.pass(() => repository.create(name, bytes)),
    remove: (name) => gate.pass(() => repository.remove(name)),
    tidy: () => gate.pass(() => repository.tidy()),
  };
}

async function* inSteps<T>(all: AsyncIterable<T>, gate: Gate): AsyncGenerator<T> {
  const steps = all[Symbol.asyncIterator]();
  try {
    for (;;) {
      const step = await gate.pass(() => steps.next());
      if (step.done) return;
      yield step.value;
    }
  } finally {
    // Not waited for: it may be what does not answer.
    steps.return?.().catch(() => {});
  }
}

async function* timed(bytes: AsyncIterable<Uint8Array>, clock: Clock): AsyncGenerator<Uint8Array> {
  try {
    clock.stop();
    for await (const chunk of bytes) {
      clock.start();
      yield chunk;
      clock.stop();
    }
  } finally {
    clock.start();
  }
}
