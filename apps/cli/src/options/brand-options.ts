import type { Client } from '@insignia/sdk';
import { type Command, Option } from 'commander';
import { readPicture } from '../files.ts';

type BrandChange = Omit<Parameters<Client['issuers']['updateBrand']>[0], 'issuerId'>;
type Signature = { name: string; title: string; picture: string };

/** As typed on the command line. */
export type BrandOptions = {
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

export function addBrandOptions(command: Command): Command {
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
export async function readBrandOptions(options: BrandOptions): Promise<BrandChange> {
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
