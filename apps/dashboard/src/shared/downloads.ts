import { createObservable } from './observable.ts';
import { randomId } from './random-id.ts';

type DownloadRequest = {
  accountId: string;
  label: string;
  file: string;
  request: (signal: AbortSignal) => Promise<Response>;
};
export type Download = DownloadRequest & {
  id: string;
  bytes: number;
  state: 'running' | 'saved' | 'failed';
  problem?: unknown;
  stop: () => void;
};

const downloads = createObservable<readonly Download[]>([]);
export const useDownloads = downloads.use;

const change = (id: string, to: Partial<Download>) =>
  downloads.set(downloads.get().map((one) => (one.id === id ? { ...one, ...to } : one)));

/** Leaving the page would stop the download. */
const warn = (event: Event) => event.preventDefault();
function updateLeaveWarning(): void {
  const isRunning = downloads.get().some(({ state }) => state === 'running');
  if (isRunning) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
}

/** Downloads in the background with progress in the tray, then saves the file. */
export function startDownload(request: DownloadRequest): void {
  const { accountId, label } = request;
  const isRunning = (one: Download) =>
    one.state === 'running' && one.accountId === accountId && one.label === label;
  if (downloads.get().some(isRunning)) return;
  const id = randomId();
  const control = new AbortController();
  const stop = () => {
    control.abort();
    dismissDownload(id);
  };
  downloads.set([{ ...request, id, bytes: 0, state: 'running', stop }, ...downloads.get()]);
  updateLeaveWarning();
  void fetchBlob(request, control.signal, (bytes) => change(id, { bytes }))
    .then((blob) => {
      saveAs(blob, request.file);
      change(id, { state: 'saved', bytes: blob.size });
    })
    .catch((problem: unknown) => change(id, { state: 'failed', problem }))
    .finally(updateLeaveWarning);
}

export function dismissDownload(id: string): void {
  downloads.set(downloads.get().filter((one) => one.id !== id));
  updateLeaveWarning();
}

async function fetchBlob(
  { request }: DownloadRequest,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<Blob> {
  const response = await request(signal);
  let bytes = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, control) {
      bytes += piece.byteLength;
      onProgress(bytes);
      control.enqueue(piece);
    },
  });
  return new Response(response.body?.pipeThrough(counting)).blob();
}

export async function saveResponse(answer: Response, name: string): Promise<void> {
  saveAs(await answer.blob(), name);
}

export function saveAs(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
