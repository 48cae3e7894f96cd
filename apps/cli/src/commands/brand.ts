import { addBrandOptions, type BrandOptions, readBrandOptions } from '../brand-options.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { CommandFailed, printResult } from '../output.ts';
import { stripControlCharacters } from '../rules.ts';
import { connectToService } from '../settings.ts';
import { addBrandPreview } from './brand-preview.ts';

export function addBrand(context: Context): void {
  const { program, output, signal } = context;
  const brand = program
    .command('brand')
    .description("show, change and preview an issuer's brand")
    .addHelpText(
      'after',
      `
Example:
  insignia brand preview <issuer> --style academic --accent-color "#8a1538" --out diploma.pdf`,
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
    .argument('<issuer>', 'ID or URL')
    .addHelpText(
      'after',
      `
Pass an empty text to remove a value: --website "", --foot-text "", --logo-dark "".

Example:
  insignia brand set <issuer> --style engraved --language de \\
    --signature "Ada Lovelace; Rector; ada.png" --signature "Charles Babbage; Dean"`,
    )
    .action(async (issuerId: string, given: BrandOptions) => {
      const change = await readBrandOptions(given);
      if (Object.keys(change).length === 0)
        throw new CommandFailed('nothing to change: pass at least one option', exitCodes.usage);
      const client = await connectToService();
      const changed = await client.issuers.updateBrand({ issuerId, ...change }, { signal });
      printResult(output(), changed, formatBrand(changed));
    });

  addBrandPreview(context, brand);
}

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
    ['Foot', footText],
    ['Search', brand.searchIndexing ? 'listed by search engines' : 'not listed'],
  ];
  return lines.map(
    ([name, value]) => `${name.padEnd(14)} ${value ? stripControlCharacters(value) : '-'}`,
  );
}
