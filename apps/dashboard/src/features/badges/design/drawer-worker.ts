import { type Design, type Drawing, draw, type Outliner } from '@insignia/design';
import { createFallbacks } from '@insignia/design/fallbacks';
import { fontFiles } from '@insignia/design/font-files';
import { findIcon } from '@insignia/design/icons';
import { createOutliner } from '@insignia/design/outliner';
import { syllablesOf } from '@insignia/design/syllables';

export type Asked = { n: number; design: Design };
export type Answered =
  | { n: number; drawing: Drawing }
  | { n: number; failed: string; isAway: boolean }
  | { isReady: true };

type File = (typeof fontFiles)[number];

/** No response from the service. A retry may succeed. */
class Away extends Error {}
const away = new Set([429, 502, 503, 504]);

async function load(url: string | URL): Promise<Uint8Array<ArrayBuffer>> {
  const noAnswer = (reason: unknown) => {
    throw new Away(String(reason));
  };
  const answer = await fetch(url).catch(noAnswer);
  if (away.has(answer.status)) throw new Away(`${answer.status} for ${answer.url}`);
  if (!answer.ok) throw new Error(`${answer.status} for ${answer.url}`);
  return new Uint8Array(await answer.arrayBuffer().catch(noAnswer));
}

/** Memoizes successes. Failures are retried. */
function once<K, V>(make: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const made = new Map<K, Promise<V>>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    known.catch(() => made.delete(key));
    return known;
  };
}

const opened = once(async ({ font, weight, url }: File) => ({
  ...{ font, weight },
  bytes: await load(url),
}));
const openAll = (files: readonly File[]) => Promise.all(files.map(opened));

const outlinerOf = once(async (name: string) =>
  createOutliner(await openAll(fontFiles.filter(({ font }) => font === name))),
);

const home = `${import.meta.env.BASE_URL}fonts/`;
const fallen = new Map<string, Uint8Array>();
const fetchFallback = once(async (file: string) => void fallen.set(file, await load(home + file)));
/** Files that the last drawing could not load. */
const wanted = new Set<string>();

const wholeOutliner = once(async () => {
  const [files, coverage] = await Promise.all([openAll(fontFiles), load(`${home}coverage.txt`)]);
  const fallBack = createFallbacks(new TextDecoder().decode(coverage), (file) => {
    const bytes = fallen.get(file);
    if (!bytes) wanted.add(file);
    return bytes;
  });
  return createOutliner(files, fallBack);
});

const nothing = { glyphs: [], advance: 0, isRightToLeft: false, missing: [] };

/** Uses the design's fonts, and fallback fonts for missing glyphs. */
async function drawn(design: Design): Promise<Drawing> {
  const names = new Set(
    design.layers.flatMap((layer) => ('font' in layer && !layer.hidden ? [layer.font] : [])),
  );
  const known = fontFiles.map(({ font }) => font);
  const own = new Map<string, Outliner>();
  for (const name of names) if (known.includes(name)) own.set(name, await outlinerOf(name));
  let isLacking = false;
  const attempt = (whole?: Outliner) =>
    draw(design, {
      icon: findIcon,
      syllables: syllablesOf,
      outline: (line, face) => {
        const set = own.get(face.font)?.(line, face);
        if (set?.missing.length === 0) return set;
        isLacking = true;
        return whole?.(line, face) ?? set ?? nothing;
      },
    });
  const first = attempt();
  if (!isLacking) return first;
  const whole = await wholeOutliner(undefined);
  for (;;) {
    wanted.clear();
    const drawing = attempt(whole);
    if (wanted.size === 0) return drawing;
    await Promise.all([...wanted].map(fetchFallback));
  }
}

addEventListener('message', async ({ data: { n, design } }: MessageEvent<Asked>) => {
  const answer: Answered = await drawn(design).then(
    (drawing) => ({ n, drawing }),
    (error) => ({ n, failed: String(error), isAway: error instanceof Away }),
  );
  postMessage(answer);
});

// Messages sent before HarfBuzz is ready would be lost.
postMessage({ isReady: true } satisfies Answered);
