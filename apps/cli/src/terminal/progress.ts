import { Presets, SingleBar } from 'cli-progress';
import type { Output } from './output.ts';

export type Progress = { show: (done: number, total: number) => void; end: () => void };

const silent: Progress = { show: () => {}, end: () => {} };

/** Shows amount, rate and remaining time on standard error, on terminals only. */
export function showProgress({ json }: Output, unit: string): Progress {
  if (json || !process.stderr.isTTY) return silent;
  const format = `{bar} {percentage}% | {value}/{total} ${unit} | {rate}/s | {eta_formatted} left`;
  const bar = new SingleBar({ format, stream: process.stderr, hideCursor: true }, Presets.rect);
  const startedAt = performance.now();
  let isShown = false;
  return {
    show: (done, total) => {
      const rate = Math.round(done / Math.max(0.001, (performance.now() - startedAt) / 1_000));
      if (!isShown) bar.start(total, done, { rate });
      else bar.update(done, { rate });
      isShown = true;
    },
    end: () => bar.stop(),
  };
}

/** Like `showProgress`, for an unknown total. */
export function showCount(
  { json }: Output,
  unit: string,
): { show: (done: number) => void; end: () => void } {
  const isShown = !json && process.stderr.isTTY;
  let last = 0;
  return {
    show: (done) => {
      last = done;
      if (isShown) process.stderr.write(`\r${done} ${unit}`);
    },
    end: () => {
      if (isShown && last > 0) process.stderr.write('\n');
    },
  };
}
