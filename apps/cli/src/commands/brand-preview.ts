import type { Command } from 'commander';
import { addBrandOptions, type BrandOptions, readBrandOptions } from '../brand-options.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { CommandFailed, printResult } from '../output.ts';
import { connectToService } from '../settings.ts';
import { writeUserFile } from '../write-user-file.ts';

type Options = BrandOptions & {
  out: string;
  card?: true;
  credential?: string;
  recipient?: string;
};

export function addBrandPreview({ output, signal }: Context, brand: Command): void {
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
      const asked = {
        ...{ issuerId, file, ...(await readBrandOptions(brand)) },
        ...(credential === undefined ? {} : { credentialId: credential }),
        ...(recipient === undefined ? {} : { recipientName: recipient }),
      };
      const client = await connectToService();
      const answer = await client.issuers.previewBrand(asked, { signal });
      await writeUserFile(out, await answer.bytes());
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
  throw new CommandFailed(`${out} must end in ${kinds}`, exitCodes.usage);
}
