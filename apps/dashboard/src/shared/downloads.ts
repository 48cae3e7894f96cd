import { saveAs } from './download.ts';
import { createObservable } from './observable.ts';
import { randomId } from './random-id.ts';

type DownloadRequest = {
  accountId: string;
  label: string;
  file: string;
  ask: (signal: AbortSignal) => Promise<Response>;
};
/** A download in progress. */
export type Download = DownloadRequest & {
  id: string;
  bytes: number;
  state: 'coming' | 'saved' | 'failed';
  problem?: unknown;
  stop: () => void;
};

const downloads = createObservable<readonly Download[]>([]);
export const useDownloads = downloads.use;

const change = (id: string, to: Partial<Download>) =>
  downloads.set(downloads.get().map((one) => (one.id === id ? { ...one, ...to } : one)));

/** The download depends on the page. */
const warn = (event: Event) => event.preventDefault();
function watchLeaving(): void {
  const isComing = downloads.get().some(({ state }) => state === 'coming');
  if (isComing) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
}

/** Downloads in the background, shown in the tray, and saves when complete. */
export function startDownload(request: DownloadRequest): void {
  const { accountId, label } = request;
  const isComing = (one: Download) =>
    one.state === 'coming' && one.accountId === accountId && one.label === label;
  if (downloads.get().some(isComing)) return;
  const id = randomId();
  const control = new AbortController();
  const stop = () => {
    control.abort();
    dismissDownload(id);
  };
  downloads.set([{ ...request, id, bytes: 0, state: 'coming', stop }, ...downloads.get()]);
  watchLeaving();
  void fetchWhole(request, control.signal, (bytes) => change(id, { bytes }))
    .then((blob) => {
      saveAs(blob, request.file);
      change(id, { state: 'saved', bytes: blob.size });
    })
    .catch((problem: unknown) => change(id, { state: 'failed', problem }))
    .finally(watchLeaving);
}

export function dismissDownload(id: string): void {
  downloads.set(downloads.get().filter((one) => one.id !== id));
  watchLeaving();
}

async function fetchWhole(
  { ask }: DownloadRequest,
  signal: AbortSignal,
  told: (bytes: number) => void,
): Promise<Blob> {
  const answer = await ask(signal);
  let bytes = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, control) {
      bytes += piece.byteLength;
      told(bytes);
      control.enqueue(piece);
    },
  });
  return new Response(answer.body?.pipeThrough(counting)).blob();
}
