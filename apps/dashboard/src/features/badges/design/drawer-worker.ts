import { type Design, type Drawing, draw, type Outliner } from '@insignia/design';
import { fontFiles } from '@insignia/design/font-files';
import { icons } from '@insignia/design/icons';
import { createOutliner } from '@insignia/design/outliner';

export type Asked = { n: number; design: Design };
export type Answered =
  | { n: number; drawing: Drawing }
  | { n: number; failed: string }
  | { isReady: true };

type File = (typeof fontFiles)[number];

async function open({ font, weight, url }: File) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status} for ${url.pathname}`);
  return { font, weight, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

const opened = new Map<File, ReturnType<typeof open>>();
const outliners = new Map<string, Promise<Outliner>>();

/** Of one font's files; of all of them without a name. What could not be loaded is tried again the next time. */
function outlinerOf(name?: string): Promise<Outliner> {
  const key = name ?? '';
  const known = outliners.get(key);
  if (known !== undefined) return known;
  const files = fontFiles.filter(({ font }) => name === undefined || font === name);
  const made = Promise.all(
    files.map((file) => {
      const loading = opened.get(file) ?? open(file);
      opened.set(file, loading);
      loading.catch(() => opened.delete(file));
      return loading;
    }),
  ).then(createOutliner);
  outliners.set(key, made);
  made.catch(() => outliners.delete(key));
  return made;
}

/** With the fonts that it names; with all when these lack a letter, as where all are there from the start. */
async function drawn(design: Design): Promise<Drawing> {
  const names = new Set(
    design.layers.flatMap((layer) => ('font' in layer && !layer.hidden ? [layer.font] : [])),
  );
  const known = fontFiles.map(({ font }) => font);
  const own = new Map<string, Outliner>();
  for (const name of names) if (known.includes(name)) own.set(name, await outlinerOf(name));
  let isLacking = false;
  const outline: Outliner = (line, face) => {
    const set = own.get(face.font)?.(line, face);
    if (set?.missing.length === 0) return set;
    isLacking = true;
    return set ?? { glyphs: [], advance: 0, isRightToLeft: false, missing: [] };
  };
  const icon = (name: string) => icons[name];
  const drawing = draw(design, { outline, icon });
  if (!isLacking) return drawing;
  const all = await outlinerOf();
  return draw(design, {
    icon,
    outline: (line, face) => {
      const set = own.get(face.font)?.(line, face);
      return set?.missing.length === 0 ? set : all(line, face);
    },
  });
}

addEventListener('message', async ({ data: { n, design } }: MessageEvent<Asked>) => {
  const answer: Answered = await drawn(design).then(
    (drawing) => ({ n, drawing }),
    (error) => ({ n, failed: String(error) }),
  );
  postMessage(answer);
});

// What is sent while this module still waits for HarfBuzz is heard by nobody.
postMessage({ isReady: true } satisfies Answered);
