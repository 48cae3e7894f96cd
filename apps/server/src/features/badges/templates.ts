import {
  defaultBrand,
  type OperationQuery,
  type listDesignTemplates as operation,
} from '@insignia/contract';
import { createPalette, type Design, type Logo, templates, writeDesign } from '@insignia/design';
import type { Caller } from '../../kernel/caller.ts';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import { type DesignError, type Draw, estimateDrawing } from '../../platform/drawing/index.ts';
import {
  encodePreview,
  loadPicture,
  type Pixels,
  runImageWork,
} from '../../platform/images/index.ts';
import { ByteCache } from '../../platform/memory/byte-cache.ts';
import type { BadgeDeps } from './deps.ts';
import { findTemplateIssuer, type TemplateIssuer } from './store.ts';

type Query = OperationQuery<typeof operation>;
export type ListedTemplate = { id: string; name: string; designJson: string; preview: string };

const side = 240;
const cacheBytes = 4 * 1024 * 1024;
const defaultWords = { title: 'Name of the badge', issuer: 'Name of the issuer', icon: 'award' };

type Deps = Pick<BadgeDeps, 'db' | 'drawer' | 'images'>;

/** Lists templates with the given color, words and logo. Recent results are cached. */
export function createTemplateLister(
  deps: Deps,
): (who: Pick<Caller, 'accountId'>, query: Query) => Promise<ListedTemplate[]> {
  const { drawer } = deps;
  const cache = new ByteCache(cacheBytes);
  return async ({ accountId }, { issuerId, ...input }) => {
    const from =
      issuerId === undefined ? undefined : await requireTemplateIssuer(deps, accountId, issuerId);
    const accentColor = input.accentColor ?? from?.brand.accentColor ?? defaultBrand.accentColor;
    const logo = from?.logo ?? undefined;
    const words = {
      title: input.title ?? defaultWords.title,
      issuer: input.issuer ?? from?.name ?? defaultWords.issuer,
      icon: input.icon ?? defaultWords.icon,
      logo,
    };
    const { title, issuer, icon } = words;
    const key = JSON.stringify([accentColor, title, issuer, icon, logo?.picture]);
    const bytes = await cache.get(key, async () => {
      const pictures = await loadLogo(deps, logo);
      const palette = createPalette(accentColor);
      const all = templates.map(({ id, name, make }) => ({
        ...{ id, name },
        design: make(palette, words),
      }));
      // Together, so that one request takes one turn.
      const estimateMs = all.reduce((sum, { design }) => sum + estimateDrawing(design, side), 0);
      const drawn = await drawer.inTurn(estimateMs, async (draw) => {
        const pixels: Pixels[] = [];
        for (const { design } of all) pixels.push(await renderTemplate(draw, design, pictures));
        return pixels;
      });
      const listed = await runImageWork(async () => {
        const templates: ListedTemplate[] = [];
        for (const [n, { design, ...known }] of all.entries()) {
          const preview = await createPreviewUrl(drawn[n] as Pixels);
          templates.push({ ...known, designJson: writeDesign(design), preview });
        }
        return templates;
      });
      return Buffer.from(JSON.stringify(listed));
    });
    return JSON.parse(bytes.toString());
  };
}

async function requireTemplateIssuer(
  { db }: Deps,
  accountId: string,
  issuerId: string,
): Promise<TemplateIssuer> {
  const id = readId(issuerId);
  const found = id && (await findTemplateIssuer(db, accountId, id));
  if (!found) throw new Problem('issuer_not_found');
  return found;
}

type Pictures = ReadonlyMap<string, Uint8Array>;

async function loadLogo({ images }: Deps, logo: Logo | undefined): Promise<Pictures> {
  if (!logo) return new Map();
  return new Map([[logo.picture, await loadPicture({ images }, logo.picture)]]);
}

async function renderTemplate(draw: Draw, design: Design, pictures: Pictures): Promise<Pixels> {
  const drawn = await draw({ design, pictures, side });
  if (!('errors' in drawn)) return { ...drawn, data: Buffer.from(drawn.data.buffer), channels: 4 };
  // The whole design failed although it is ours: the machine is overloaded.
  if (drawn.errors.some(({ path }) => path === ''))
    throw new Problem('busy', { retryAfterSeconds: 5 });
  throw toTemplateProblem(design, drawn.errors);
}

async function createPreviewUrl(drawn: Pixels): Promise<string> {
  const picture = await encodePreview(drawn);
  return `data:image/webp;base64,${picture.toString('base64')}`;
}

/** Attributed to the request, because templates are complete. */
function toTemplateProblem(design: Design, errors: DesignError[]): Problem {
  const fields = new Map(
    errors.map(({ path, message }) => {
      const [, n = '', member] = path.split('.');
      const isIssuer = design.layers[Number(n)]?.name === 'Issuer';
      return [member === 'icon' ? 'icon' : isIssuer ? 'issuer' : 'title', message];
    }),
  );
  const details = [...fields].map(([path, message]) => ({ path, message }));
  return new Problem('invalid_request', { details });
}
