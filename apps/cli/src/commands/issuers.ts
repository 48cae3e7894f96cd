import type { Client } from '@insignia/sdk';
import { type Command, Option } from 'commander';
import { readPicture, writeUserFile } from '../files.ts';
import { connectToService, readAll } from '../settings.ts';
import {
  CommandLineError,
  type Context,
  exitCodes,
  formatTable,
  printResult,
} from '../terminal/output.ts';
import { stripControlCharacters } from '../terminal/rules.ts';

export function addIssuers({ program, output, signal }: Context): void {
  const issuers = program
    .command('issuers')
    .description('list issuers; export and import one, as the operator')
    .addHelpText(
      'after',
      `
Example:
  insignia issuers list`,
    );

  issuers
    .command('list')
    .description('list all issuers, newest first')
    .action(async () => {
      const client = await connectToService();
      const items = await readAll(client.issuers.all({}, { signal }));
      const lines = formatTable(
        items,
        {
          ID: ({ id }) => id,
          NAME: ({ name }) => name,
          VERIFIED: ({ verified }) => verified,
          WEBSITE: ({ url }) => url,
        },
        'No issuers yet. Create one in the dashboard',
      );
      printResult(output(), { items }, lines);
    });
}

export function addBrand(context: Context): void {
  const { program, output, signal } = context;
  const brand = program
    .command('brand')
    .description("show, change and preview an issuer's brand")
    .addHelpText(
      'after',
      `
Example:
  insignia brand preview <issuer> --style academic --accent-color "#8a1538" --out certificate.pdf`,
    );

  brand
    .command('show')
    .description('show the brand of an issuer')
    .argument('<issuer>', 'ID or URL')
    .action(async (issuerId: string) => {
      const client = await connectToService();
      const shown = await client.issuers.brand({ issuerId }, { signal });
      printResult(output(), shown, formatBrand(shown));
    });

  addBrandOptions(brand.command('set'))
    .description('change the brand; omitted options stay unchanged')
    .option('--certificate <id>', 'certificate design of badges that have none, or "none"')
    .option('--card <id>', 'design of their share cards, or "none"')
    .option('--apply-to-issued', 'also give issued credentials the new brand')
    .argument('<issuer>', 'ID or URL')
    .addHelpText(
      'after',
      `
Pass an empty text to remove a value: --website "", --foot-text "", --logo-dark "".

Example:
  insignia brand set <issuer> --style engraved --language de \\
    --signature "Ada Lovelace; Rector; ada.png" --signature "Charles Babbage; Dean"`,
    )
    .action(async (issuerId: string, { certificate, card, ...options }: SetOptions) => {
      const change = {
        ...(await readBrandOptions(options)),
        ...(certificate !== undefined && { certificateId: readChoice(certificate) }),
        ...(card !== undefined && { cardId: readChoice(card) }),
      };
      if (Object.keys(change).length === 0)
        throw new CommandLineError('nothing to change: pass at least one option', exitCodes.usage);
      const client = await connectToService();
      const changed = await client.issuers.updateBrand({ issuerId, ...change }, { signal });
      const job = changed.jobId ? [`Job ${changed.jobId} updates issued credentials`] : [];
      printResult(output(), changed, [...formatBrand(changed), ...job]);
    });

  addBrandPreview(context, brand);
}

type SetOptions = BrandOptions & { certificate?: string; card?: string; applyToIssued?: true };

const readChoice = (id: string): string | null => (id === 'none' ? null : id);

type BrandReply = {
  accentColor: string;
  shades: { onLight: string; onDark: string };
  certificateStyle: string;
  orientation: string;
  paper: string;
  language: string;
  signatures: { name: string; title: string }[];
  website?: string | undefined;
  footText: string;
  searchIndexing: boolean;
};

function formatBrand(brand: BrandReply): string[] {
  const { accentColor, shades, certificateStyle, orientation, paper, language } = brand;
  const { signatures, website = '', footText } = brand;
  const signed = signatures.map(({ name, title }) => (title ? `${name}, ${title}` : name));
  const lines: [string, string][] = [
    ['Accent color', `${accentColor} (on light ${shades.onLight}, on dark ${shades.onDark})`],
    ['Certificates', [certificateStyle, orientation, paper].join(', ')],
    ['Language', language],
    ['Signed by', signed.join(' and ')],
    ['Website', website],
    ['Footer', footText],
    ['Search', brand.searchIndexing ? 'listed by search engines' : 'not listed'],
  ];
  return lines.map(
    ([name, value]) => `${name.padEnd(14)} ${value ? stripControlCharacters(value) : '-'}`,
  );
}

type Options = BrandOptions & {
  out: string;
  card?: true;
  credential?: string;
  recipient?: string;
};

function addBrandPreview({ output, signal }: Context, brand: Command): void {
  addBrandOptions(brand.command('preview'))
    .description('preview a brand, with or without changes, without saving it')
    .argument('<issuer>', 'ID or URL')
    .requiredOption('--out <file>', 'output file: .pdf, or .png for an image')
    .option('--card', 'preview the card for other sites instead (.png)')
    .option('--credential <id>', 'credential to show; a sample by default')
    .option('--recipient <name>', "recipient's name on the sample")
    .addHelpText(
      'after',
      `
Example:
  insignia brand preview <issuer> --style modern --recipient "Ada Lovelace" --out certificate.png`,
    )
    .action(async (issuerId: string, { out, card, credential, recipient, ...brand }: Options) => {
      const file = previewFileName(out, card === true);
      const previewRequest = {
        ...{ issuerId, file, ...(await readBrandOptions(brand)) },
        ...(credential === undefined ? {} : { credentialId: credential }),
        ...(recipient === undefined ? {} : { recipientName: recipient }),
      };
      const client = await connectToService();
      const answer = await client.issuers.previewBrand(previewRequest, { signal });
      await writeUserFile(out, answer);
      printResult(output(), { file: out }, [`Saved to ${out}`]);
    });
}

function previewFileName(
  out: string,
  isCard: boolean,
): 'certificate.pdf' | 'certificate.png' | 'card.png' {
  if (/\.png$/i.test(out)) return isCard ? 'card.png' : 'certificate.png';
  if (/\.pdf$/i.test(out) && !isCard) return 'certificate.pdf';
  const kinds = isCard ? '.png' : '.pdf or .png';
  throw new CommandLineError(`${out} must end in ${kinds}`, exitCodes.usage);
}

type BrandChange = Omit<Parameters<Client['issuers']['updateBrand']>[0], 'issuerId'>;
type Signature = { name: string; title: string; picture: string };

/** As typed on the command line. */
type BrandOptions = {
  accentColor?: string;
  logoDark?: string;
  signature?: Signature[];
  unsigned?: true;
  website?: string;
  footText?: string;
  style?: string;
  orientation?: string;
  paper?: string;
  language?: string;
  searchIndexing?: boolean;
};

function addBrandOptions(command: Command): Command {
  const signature = new Option(
    '--signature <who>',
    '"name; title; file or URL of the signature"; title and signature are optional. Repeat it for others, at most 3',
  );
  return command
    .option('--accent-color <#rrggbb>', "accent color; adjusted if it isn't legible")
    .option('--logo-dark <file>', 'logo for dark backgrounds, PNG or JPG')
    .addOption(signature.argParser(addSignature).conflicts('unsigned'))
    .option('--unsigned', 'remove all signatures')
    .option('--website <url>', 'website in the footer of pages and emails')
    .option('--foot-text <text>', 'text in the footer of pages, certificates and emails')
    .option(
      '--style <style>',
      'certificate style: classic, engraved, academic, modern, editorial or minimal',
    )
    .option('--orientation <orientation>', 'orientation of certificates: landscape or portrait')
    .option('--paper <paper>', 'paper of certificates: a4 or letter')
    .option('--language <language>', 'en, de, fr, es or ar')
    .option('--search-indexing', 'let search engines list public pages')
    .option('--no-search-indexing', 'keep public pages out of search engines');
}

/** Collects repeated `--signature` options of the form `name; title; picture`. */
export function addSignature(text: string, before: Signature[] = []): Signature[] {
  const [name = '', title = '', ...picture] = text.split(';').map((part) => part.trim());
  return [...before, { name, title, picture: picture.join(';') }];
}

/** Builds the request, with named picture files embedded. The server validates choices. */
async function readBrandOptions(options: BrandOptions): Promise<BrandChange> {
  const { signature = [], unsigned, logoDark, style, ...same } = options;
  const signatures = await Promise.all(signature.map(readSignature));
  return {
    ...same,
    ...(style === undefined ? {} : { certificateStyle: style }),
    ...(logoDark === undefined ? {} : { logoDark: await readPictureOrUrl(logoDark) }),
    ...(unsigned || signatures.length > 0 ? { signatures } : {}),
  } as BrandChange;
}

async function readSignature({ name, title, picture }: Signature) {
  return { name, title, ...(picture === '' ? {} : { picture: await readPictureOrUrl(picture) }) };
}

/** A URL refers to a picture the brand already has. */
function readPictureOrUrl(text: string): string | Promise<string> {
  return text === '' || /^https?:/i.test(text) ? text : readPicture(text);
}
