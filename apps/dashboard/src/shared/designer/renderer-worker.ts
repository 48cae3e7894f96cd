import {
  certificateFaces,
  type DrawableDesign,
  type Drawing,
  draw,
  type Outliner,
} from '@insignia/design';
import { createFallbacks } from '@insignia/design/fallbacks';
import { fontFiles } from '@insignia/design/font-files';
import { findIcon } from '@insignia/design/icons';
import { createOutliner } from '@insignia/design/outliner';
import { splitSyllables } from '@insignia/design/syllables';

export type DrawRequest = { n: number; design: DrawableDesign };
export type DrawResponse =
  | { n: number; drawing: Drawing }
  | { n: number; failed: string; isAway: boolean }
  | { isReady: true };

type FontFile = { font: string; weight: number; url: URL | string };

/** No response from the service. A retry may succeed. */
class UnreachableError extends Error {}
const unreachableStatuses = new Set([429, 502, 503, 504]);

async function fetchBytes(url: string | URL): Promise<Uint8Array<ArrayBuffer>> {
  const noAnswer = (reason: unknown) => {
    throw new UnreachableError(String(reason));
  };
  const answer = await fetch(url).catch(noAnswer);
  if (unreachableStatuses.has(answer.status))
    throw new UnreachableError(`${answer.status} for ${answer.url}`);
  if (!answer.ok) throw new Error(`${answer.status} for ${answer.url}`);
  return new Uint8Array(await answer.arrayBuffer().catch(noAnswer));
}

/** Memoizes successes. Failures are retried. */
function memoizeAsync<K, V>(make: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const cached = new Map<K, Promise<V>>();
  return (key) => {
    const known = cached.get(key) ?? make(key);
    cached.set(key, known);
    known.catch(() => cached.delete(key));
    return known;
  };
}

const opened = memoizeAsync(async ({ font, weight, url }: FontFile) => ({
  ...{ font, weight },
  bytes: await fetchBytes(url),
}));
const openAll = (files: readonly FontFile[]) => Promise.all(files.map(opened));

const home = `${import.meta.env.BASE_URL}fonts/`;
const ownFiles: readonly FontFile[] = [
  ...fontFiles,
  ...certificateFaces.map((font) => ({ font, weight: 400, url: `${home}${font}.ttf` })),
];
const loadOutliner = memoizeAsync(async (name: string) =>
  createOutliner(await openAll(ownFiles.filter(({ font }) => font === name))),
);

const fallen = new Map<string, Uint8Array>();
const fetchFallback = memoizeAsync(
  async (file: string) => void fallen.set(file, await fetchBytes(home + file)),
);
/** Files that the last drawing could not load. */
const missingFiles = new Set<string>();

const loadFallbackOutliner = memoizeAsync(async () => {
  const [files, coverage] = await Promise.all([
    openAll(fontFiles),
    fetchBytes(`${home}coverage.txt`),
  ]);
  const fallBack = createFallbacks(new TextDecoder().decode(coverage), (file) => {
    const bytes = fallen.get(file);
    if (!bytes) missingFiles.add(file);
    return bytes;
  });
  return createOutliner(files, fallBack);
});

const nothing = { glyphs: [], advance: 0, isRightToLeft: false, missing: [] };

/** Uses the design's fonts, and fallback fonts for missing glyphs. */
async function drawDesign(design: DrawableDesign): Promise<Drawing> {
  const names = new Set(
    design.layers.flatMap((layer) => ('font' in layer && !layer.hidden ? [layer.font] : [])),
  );
  const known = ownFiles.map(({ font }) => font);
  const own = new Map<string, Outliner>();
  for (const name of names) if (known.includes(name)) own.set(name, await loadOutliner(name));
  let isLacking = false;
  const attempt = (whole?: Outliner) =>
    draw(design, {
      icon: findIcon,
      syllables: splitSyllables,
      outline: (line, face) => {
        const set = own.get(face.font)?.(line, face);
        if (set?.missing.length === 0) return set;
        isLacking = true;
        return whole?.(line, face) ?? set ?? nothing;
      },
    });
  const first = attempt();
  if (!isLacking) return first;
  const whole = await loadFallbackOutliner(undefined);
  for (;;) {
    missingFiles.clear();
    const drawing = attempt(whole);
    if (missingFiles.size === 0) return drawing;
    await Promise.all([...missingFiles].map(fetchFallback));
  }
}

addEventListener('message', async ({ data: { n, design } }: MessageEvent<DrawRequest>) => {
  const answer: DrawResponse = await drawDesign(design).then(
    (drawing) => ({ n, drawing }),
    (error) => ({ n, failed: String(error), isAway: error instanceof UnreachableError }),
  );
  postMessage(answer);
});

// Messages sent before HarfBuzz is ready would be lost.
postMessage({ isReady: true } satisfies DrawResponse);
