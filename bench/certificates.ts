import { awardPdf, certificateStyles, createPathBuilder, credentialCard } from '@insignia/contract';
import type pg from 'pg';
import sharp from 'sharp';
import { samplePicture } from '../apps/server/tests/support/certificate-renderer.ts';
import { badgeImage, dataUri } from '../apps/server/tests/support/images.ts';
import { readCpu, watchMemory } from './tools.ts';

const documents = 2_000;
const ofEachStyle = 200;
const cards = 400;
/** Badges of which one card each is drawn. */
const firstCards = 200;
// Fills the renderer's caches, so that later growth is a leak.
const warmUp = 1_000;
const lanes = 4;
const pdfPath = createPathBuilder(awardPdf.path);
const cardPath = createPathBuilder(credentialCard.path);

export type CertificateTimes = {
  cpuMs: number;
  perSecond: number;
  growth: number;
  page: string;
  /**
   * CPU milliseconds of a full certificate: logo, two signatures with pictures, 580 characters of
   * text.
   */
  styles: { style: string; landscape: number; portrait: number }[];
  /** The style "academic" as a design, and the same with a photo as background. */
  designs: { plain: number; background: number };
  /** Milliseconds of CPU for an uncached link preview with a logo and a picture of 512 pixels. */
  cardMs: number;
  /**
   * The same for the usual card as a design. A badge's first card is drawn whole, those from the
   * third on over the layers that they share.
   */
  designedCards: { first: number; later: number };
};

const fullText =
  'Planned and sailed a passage of three days, kept the log, and passed the written examination in **tides, charts and pilotage** with distinction. '.repeat(
    4,
  );

/**
 * Renders 2,000 different certificates of one badge, measuring CPU and memory growth, then full
 * ones in each style.
 */
export async function measureCertificates(
  url: string,
  pid: number | undefined,
  db: pg.Client,
  { account, key, email }: { account: string; key: string; email: string },
): Promise<CertificateTimes> {
  const send = async (method: string, path: string, parameters: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ parameters }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as Record<string, string>;
  };
  const post = (path: string, parameters: object) => send('POST', path, parameters);
  const bare = (id = ''): string => id.slice(id.lastIndexOf('/') + 1);
  const issuer = await post('/issuers', { name: 'Bench', url: 'https://bench.example', email });
  const words = {
    name: 'Certified Sailor',
    description: 'Sails',
    criteria: 'Sailed for three days',
  };
  const createBadge = async (name: string, image: string): Promise<string> => {
    const badge = { ...words, name, image, issuerId: bare(issuer.issuerId) };
    return bare((await post('/badges', badge)).badgeId);
  };
  const badgeId = await createBadge(words.name, await badgeImage());
  // Credentials keep their edition, so they need the current versions of badge and issuer.
  const issue = async (count: number, badges = [badgeId]): Promise<string[]> => {
    const { rows } = await db.query(
      `insert into credentials (id, account_id, badge_id, badge_version, issuer_version, recipient_name, recipient_email, name_search, email_search, issued_on, created_at)
       select uuid7_at(now()), $1, b.id, b.version, i.version, 'Person Number ' || n, 'p' || n || '@example.org', '', '', now(), now()
       from badges b join issuers i on i.id = b.issuer_id, generate_series(1, $3::int) n where b.id = any($2::uuid[]) returning id`,
      [account, badges, count],
    );
    return rows.map(({ id }) => id);
  };
  const ids = await issue(documents + warmUp);
  const setAll = async (some: string[], pathOf = pdfPath): Promise<void> => {
    const left = [...some];
    const lane = async (): Promise<void> => {
      for (let id = left.pop(); id; id = left.pop()) {
        const answer = await fetch(url + pathOf(id));
        if (!answer.ok) throw new Error(await answer.text());
        await answer.arrayBuffer();
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  };
  await setAll(ids.slice(0, warmUp));
  const before = await readCpu(pid);
  const { growth, took } = await watchMemory(pid, () => setAll(ids.slice(warmUp)));
  const cpuMs = (await readCpu(pid)) - before;
  const loadPicture = async (name: string) => dataUri(await samplePicture(name));
  const logo = await loadPicture('logo');
  await send('PUT', `/issuers/${bare(issuer.issuerId)}`, { logo });
  await send('PUT', `/badges/${badgeId}`, { certificateText: fullText });
  const signatures = [
    { name: 'Mary Cartwright', title: 'President', picture: await loadPicture('signature-1') },
    {
      name: 'Emmy Noether',
      title: 'Dean of the Faculty',
      picture: await loadPicture('signature-2'),
    },
  ];
  const measureCost = async (look: object): Promise<number> => {
    await send('PUT', `/issuers/${bare(issuer.issuerId)}/brand`, { ...look, signatures });
    const some = await issue(ofEachStyle);
    await setAll(some.slice(0, 20));
    const start = await readCpu(pid);
    await setAll(some.slice(20));
    return ((await readCpu(pid)) - start) / (ofEachStyle - 20);
  };
  const styles: CertificateTimes['styles'] = [];
  for (const certificateStyle of certificateStyles) {
    const landscape = await measureCost({ certificateStyle, orientation: 'landscape' });
    const portrait = await measureCost({ certificateStyle, orientation: 'portrait' });
    styles.push({ style: certificateStyle, landscape, portrait });
  }
  const issuerPath = `/issuers/${bare(issuer.issuerId)}`;
  const createDesign = async (kind: string, more: object = {}): Promise<string | undefined> => {
    const [template] = await listTemplates(url, issuerPath, kind, key);
    const design = { ...template, ...more };
    return (await post(`${issuerPath}/certificates`, { name: kind, design })).certificateId;
  };
  const measureDesign = async (more?: object): Promise<number> =>
    measureCost({
      ...{ certificateStyle: 'academic', orientation: 'landscape' },
      certificateId: await createDesign('certificate', more),
    });
  const plain = await measureDesign();
  const image = await drawPaper(0);
  const { picture } = await post('/design-pictures', { image, use: 'background' });
  const background = await measureDesign({ background: { picture } });
  const badgePicture = await loadPicture('picture');
  await send('PUT', `/badges/${badgeId}`, { image: badgePicture });
  const measureCards = async (some: string[], warmUpCards: number): Promise<number> => {
    await setAll(some.slice(0, warmUpCards), cardPath);
    const start = await readCpu(pid);
    await setAll(some.slice(warmUpCards), cardPath);
    return ((await readCpu(pid)) - start) / (some.length - warmUpCards);
  };
  const measureCardsOfOneBadge = async (): Promise<number> =>
    measureCards(await issue(cards + cards / 4), cards / 4);
  const cardMs = await measureCardsOfOneBadge();
  await send('PUT', `${issuerPath}/brand`, { cardId: await createDesign('card') });
  const later = await measureCardsOfOneBadge();
  const badges: string[] = [];
  for (let n = 0; n < firstCards + firstCards / 4; n++)
    badges.push(await createBadge(`${words.name} ${n + 100}`, badgePicture));
  const first = await measureCards(await issue(1, badges), firstCards / 4);
  return {
    ...{ styles, designs: { plain, background }, cardMs, designedCards: { first, later } },
    cpuMs: cpuMs / documents,
    perSecond: documents / took,
    growth,
    page: `${url}/credentials/${ids[0]}`,
  };
}

async function listTemplates(
  url: string,
  issuerPath: string,
  kind: string,
  key: string,
): Promise<object[]> {
  const answer = await fetch(`${url}${issuerPath}/certificate-templates?kind=${kind}`, {
    headers: { 'x-api-key': key },
  });
  const { items } = (await answer.json()) as { items: { design: object }[] };
  return items.map(({ design }) => design);
}

/** Paper in an account's own color, as large as an A4 scan. */
async function drawPaper(n: number): Promise<string> {
  const noise = { type: 'gaussian', mean: 230, sigma: 8 } as const;
  const paper = sharp({ create: { width: 600, height: 424, channels: 3, noise, background: '' } });
  const tinted = paper.tint({ r: 255, g: 200 + (n % 50), b: 180 }).resize(2_480, 1_754);
  return dataUri(await tinted.jpeg({ quality: 80 }).toBuffer(), 'image/jpeg');
}

type SampleDesign = { layers: { x: number }[] };

const accounts = 50;
const designsOfEach = 40;

/**
 * Memory that the process gains while it prints 2,000 different designs of 50 accounts, each with
 * its own background, after as many others, and how much the peak rises with 2,000 more. The second
 * round may still fill caches and the allocator's pages; a leak would continue in the third.
 */
export async function measureDesignMemory(
  url: string,
  pid: number | undefined,
  db: pg.Client,
  keys: string[],
): Promise<{ growth: number; furtherGrowth: number; perSecond: number; refused: number }> {
  const { rows } = await db.query<{ issuer: string }>(
    'select issuer from bench_accounts order by n limit $1',
    [accounts],
  );
  const owners = await Promise.all(
    rows.map(async ({ issuer }, n) => {
      const key = keys[n] ?? '';
      const post = (path: string, parameters: object) =>
        fetch(url + path, {
          method: 'POST',
          headers: { 'x-api-key': key, 'content-type': 'application/json' },
          body: JSON.stringify({ parameters }),
        });
      const [design] = await listTemplates(url, `/issuers/${issuer}`, 'certificate', key);
      const added = await post('/design-pictures', {
        ...{ image: await drawPaper(n), use: 'background' },
      });
      const { picture } = (await added.json()) as { picture: string };
      const background = { picture };
      const path = `/issuers/${issuer}/certificates/preview`;
      return { path, post, background, design: design as SampleDesign };
    }),
  );
  let refused = 0;
  const printAll = async (round: number): Promise<void> => {
    let sent = 0;
    const lane = async (): Promise<void> => {
      while (sent < accounts * designsOfEach) {
        const n = sent++;
        const { path, post, background, design } = owners[n % accounts] as (typeof owners)[number];
        const shift = (round * designsOfEach + Math.floor(n / accounts)) / 100;
        const layers = design.layers.map((layer) => ({ ...layer, x: layer.x + shift }));
        const answer = await post(path, {
          design: { ...design, background, layers },
          recipientName: `Person ${round} ${n}`,
        });
        const body = await answer.arrayBuffer();
        if (answer.status === 503) refused++;
        else if (!answer.ok) throw new Error(new TextDecoder().decode(body));
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  };
  await printAll(0);
  const second = await watchMemory(pid, () => printAll(1));
  const third = await watchMemory(pid, () => printAll(2));
  return {
    ...{ growth: second.growth, furtherGrowth: third.peak - second.peak, refused },
    perSecond: (accounts * designsOfEach) / second.took,
  };
}
