import { readFile } from 'node:fs/promises';
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import type { CardDesign, CertificateDesign } from '@insignia/design';
import { pino } from 'pino';
import sharp from 'sharp';
import {
  renderCard,
  renderCertificate,
  renderCertificatePicture,
  renderDesignedCard,
  renderDesignedCertificate,
} from '../../src/features/files/index.ts';
import type { PublishedCredential } from '../../src/features/published/index.ts';
import { createUrls } from '../../src/kernel/urls.ts';
import { createFlatThread } from '../../src/platform/drawing/index.ts';
import { createTypesetter, type TypesetJob } from '../../src/platform/typeset/index.ts';

const picture = 'picture';
const logo = 'logo';
const pictures: Record<string, () => Promise<Buffer>> = {
  [picture]: () => readFile(new URL('../../../../docs/sample-badge.png', import.meta.url)),
  [logo]: () => drawn(logoSvg),
  'signature-1': () => drawn(signatureSvg(firstHand)),
  'signature-2': () => drawn(signatureSvg(secondHand)),
};

/** Returns `logo`, `signature-1` or `signature-2`, as PNG. */
export async function samplePicture(name: string): Promise<Buffer> {
  const make = pictures[name];
  if (!make) throw new Error(`no picture ${name}`);
  return make();
}

export type Credential = PublishedCredential & { shortCode: string };
export type Brand = Credential['brand'];
/** Renders certificates without a database. */
export type CertificateRenderer = {
  set: (brand: Brand, credential?: Partial<Credential>) => Promise<Buffer>;
  picture: (brand: Brand, credential?: Partial<Credential>) => Promise<Buffer>;
  card: (brand: Brand, credential?: Partial<Credential>) => Promise<Buffer>;
  design: (
    design: CertificateDesign,
    credential?: Partial<Credential>,
    output?: Parameters<typeof renderDesignedCertificate>[3],
  ) => ReturnType<typeof renderDesignedCertificate>;
  cardDesign: (
    design: CardDesign,
    credential?: Partial<Credential>,
  ) => ReturnType<typeof renderDesignedCard>;
  stop: () => Promise<void>;
};

/** `warnings` of the typesetter; `own` adds pictures by name; `onJob` gets what is typeset. */
export function createCertificateRenderer(
  warnings: unknown[] = [],
  own: Record<string, () => Promise<Buffer>> = {},
  onJob: (job: TypesetJob) => void = () => {},
): CertificateRenderer {
  const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) });
  const { set, stop } = createTypesetter(log);
  const setJob = (job: TypesetJob): Promise<Buffer> => {
    onJob(job);
    return set(job);
  };
  const typesetter = { set: setJob, stop };
  const rendered = new Map<string, Promise<Buffer>>();
  const images = {
    get: (cid: string): Promise<Buffer> => {
      const bytes = rendered.get(cid) ?? own[cid]?.() ?? samplePicture(cid);
      rendered.set(cid, bytes);
      return bytes;
    },
  };
  const flatThread = createFlatThread(log);
  const deps = {
    typesetter,
    flatThread,
    images: images as never,
    clock,
    urls: createUrls(baseUrl),
  };
  return {
    set: (brand, credential = {}) =>
      renderCertificate(deps, { ...sampleCredential, ...credential }, brand),
    picture: (brand, credential = {}) =>
      renderCertificatePicture(deps, { ...sampleCredential, ...credential, brand }),
    design: (design, credential = {}, output = {}) =>
      renderDesignedCertificate(deps, { ...sampleCredential, ...credential }, design, output),
    cardDesign: (design, credential = {}) =>
      renderDesignedCard(deps, { ...sampleCredential, ...credential }, design),
    card: (brand, credential = {}) =>
      renderCard(deps, { ...sampleCredential, ...credential, brand }),
    stop: async () => {
      await typesetter.stop();
      await flatThread.stop();
    },
  };
}

const clock = (): Date => new Date('2026-11-01');
const baseUrl = 'https://credentials.example.org';
export const sampleBrand: Brand = {
  certificateStyle: 'classic',
  orientation: 'landscape',
  paper: 'a4',
  language: 'en',
  searchIndexing: false,
  accentColor: '#24477f',
  logoDarkCid: null,
  logoDark512: null,
  website: null,
  signatures: [
    { name: 'Prof. Dr. Mary Cartwright', title: 'President', pictureCid: 'signature-1' },
    { name: 'Emmy Noether', title: 'Dean of the Faculty', pictureCid: 'signature-2' },
  ],
  footText: '',
  certificateId: null,
  certificateVersion: null,
  cardId: null,
  cardVersion: null,
};
export const threeSignatories: Brand['signatures'] = [
  ...sampleBrand.signatures.map((each) => ({ ...each, name: each.name.replace('Prof. Dr. ', '') })),
  { name: 'Katherine Johnson', title: 'Registrar', pictureCid: 'signature-1' },
];
export const sampleCredential: Credential = {
  id: '019a4f0e-7c1d-7b3a-9d52-8f6b1c2e4a70',
  accountId: '019a4f0e-7c1d-7b3a-9d52-8f6b1c2e4a6f',
  shortCode: '7K3M-9QXT',
  recipientName: 'Augusta Ada King',
  issuedOn: new Date('2026-06-19'),
  expires: new Date('2029-06-18'),
  revokedAt: null,
  revocationReason: null,
  correctedAt: null,
  badgeId: '019a4f0e-7c1d-7b3a-9d52-8f6b1c2e4a71',
  badgeName: 'Foundations of Coastal Navigation',
  criteria: 'Sail, and pass the examination.',
  description:
    'Planned and sailed a passage of three days, kept the log, and passed the written examination in **tides, charts and pilotage** with distinction.',
  imageCid: picture,
  details: null,
  credentialDetails: null,
  image512: null,
  image128: null,
  shareText: null,
  issuerId: '019a4f0e-7c1d-7b3a-9d52-8f6b1c2e4a72',
  issuerName: 'University of Somewhere',
  issuerUrl: 'https://somewhere.example',
  issuerVerified: true,
  logoCid: logo,
  logo128: null,
  wideLogoCid: null,
  linkedinOrganizationId: null,
  certificateId: null,
  certificateVersion: null,
  cardId: null,
  cardVersion: null,
  brand: sampleBrand,
};

let reader: PDFiumLibrary | undefined;

async function renderPage(
  pdf: Buffer,
  page: number,
  options: Parameters<PDFiumPage['render']>[0],
): Promise<Buffer> {
  reader ??= await PDFiumLibrary.init();
  const document = await reader.loadDocument(pdf);
  try {
    return Buffer.from((await document.getPage(page).render(options)).data);
  } finally {
    document.destroy();
  }
}

export function rasterizePdf(pdf: Buffer, dotsPerInch: number, page = 0): Promise<Buffer> {
  return renderPage(pdf, page, {
    scale: dotsPerInch / 72,
    render: ({ data, width, height }) =>
      sharp(data, { raw: { width, height, channels: 4 } })
        .flatten({ background: '#fff' })
        .png()
        .toBuffer(),
  });
}

/** Shades of grey of the first page, rendered at a resolution and scaled to a width. */
export function rasterizeGrey(pdf: Buffer, dotsPerInch: number, width: number): Promise<Buffer> {
  return renderPage(pdf, 0, {
    ...{ scale: dotsPerInch / 72, colorSpace: 'Gray' },
    render: ({ data, ...size }) =>
      sharp(data, { raw: { width: size.width, height: size.height, channels: 1 } })
        .resize({ width })
        .greyscale()
        .raw()
        .toBuffer(),
  });
}

function drawn(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: 200 }).png().toBuffer();
}

const logoSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="225" viewBox="30 20 200 225">
<path d="M30 20h200v110c0 60-45 95-100 115C75 225 30 190 30 130z" fill="#24477f"/>
<path d="M45 34h170v95c0 52-38 82-85 100-47-18-85-48-85-100z" fill="none" stroke="#fff" stroke-width="4"/>
<path d="M65 110q32-14 65 4 33-18 65-4v62q-32-14-65 4-33-18-65-4z" fill="#fff"/><path d="M130 114v62" stroke="#24477f" stroke-width="4"/>
<path d="M130 52l6 16h17l-14 10 5 17-14-10-14 10 5-17-14-10h17z" fill="#d9b25c"/></svg>`;
const firstHand =
  'M10 70c20-50 40-60 42-30s-20 50-12 28 30-40 34-18-14 22-4 6 18-22 22-6-8 18 4 6 14-22 20-8-6 16 6 4 20-30 24-40-14 40-6 44 20-30 26-28-10 26 4 22 30-20 46-24';
const secondHand =
  'M14 30c30-22 60-20 40 10s-50 40-30 38 60-60 66-50-30 50-18 46 34-44 40-34-18 34-6 30 26-30 34-22-12 24 2 20 40-26 70-30M20 92c60-12 150-16 190-12';
const signatureSvg = (path: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="110" viewBox="0 0 240 110"><path d="${path}" fill="none" stroke="#1c2340" stroke-width="3" stroke-linecap="round"/></svg>`;
