import { type Command, Option } from 'commander';
import { readPicture, readUserFile, writeUserFile } from '../files.ts';
import { connectToService } from '../settings.ts';
import type { Context } from '../terminal/output.ts';
import { CommandLineError, exitCodes, formatTable, printResult } from '../terminal/output.ts';

type UpdateOptions = { issuer: string; name?: string; design?: string; applyToIssued?: true };
type PreviewOptions = {
  issuer: string;
  design: string;
  out: string;
  credential?: string;
  recipient?: string;
  longest?: true;
  shortest?: true;
  print?: true;
};

const issuerOption = ['--issuer <id>', 'ID or URL of the issuer'] as const;

export function addCertificates(context: Context): void {
  const { program, output, signal } = context;
  const certificates = program
    .command('certificates')
    .description('manage designs of certificates and share cards, as JSON files')
    .addHelpText(
      'after',
      `
Example:
  insignia certificates create --issuer <id> --name Course --design course.json`,
    );

  certificates
    .command('list')
    .description('list the certificate designs of an issuer, newest first')
    .requiredOption(...issuerOption)
    .action(async ({ issuer }: { issuer: string }) => {
      const client = await connectToService();
      const reply = await client.certificates.list({ issuerId: issuer }, { signal });
      const lines = formatTable(
        reply.items,
        {
          ID: ({ certificateId }) => certificateId,
          NAME: ({ name }) => name,
          KIND: ({ kind }) => kind,
          BADGES: ({ badges }) => String(badges),
          DEFAULT: ({ isDefault }) => isDefault,
          UPDATED: ({ updatedAt }) => new Date(updatedAt),
        },
        'No certificate designs yet. Create one: insignia certificates create --help',
      );
      printResult(output(), reply, lines);
    });

  certificates
    .command('get')
    .description('save a design to a file')
    .argument('<certificate>', 'ID')
    .requiredOption(...issuerOption)
    .requiredOption('--out <file>', 'output file (JSON)')
    .action(async (certificateId: string, { issuer, out }: { issuer: string; out: string }) => {
      const client = await connectToService();
      const found = await client.certificates.get({ issuerId: issuer, certificateId }, { signal });
      await writeDesignFile(out, found.design);
      printResult(output(), found, [`Saved to ${out}`]);
    });

  certificates
    .command('template')
    .description('save a style or a template as a design, in the look of the brand')
    .argument('<style>', 'style or template, for example classic or diploma, or card')
    .requiredOption(...issuerOption)
    .requiredOption('--out <file>', 'output file (JSON)')
    .action(async (style: string, { issuer, out }: { issuer: string; out: string }) => {
      const client = await connectToService();
      const kind = style === 'card' ? 'card' : 'certificate';
      const { items } = await client.certificates.templates({ issuerId: issuer, kind }, { signal });
      const found = items.find((template) => template.style === style);
      if (!found) {
        const known = items.map((template) => template.style).join(', ');
        throw new CommandLineError(
          `${style} isn't a template. Use ${known} or card`,
          exitCodes.refused,
        );
      }
      await writeDesignFile(out, found.design);
      printResult(output(), found, [`Saved to ${out}`]);
    });

  certificates
    .command('create')
    .description('create a design')
    .requiredOption(...issuerOption)
    .requiredOption('--name <name>', 'name for your team')
    .requiredOption('--design <file>', 'design (JSON)')
    .action(async ({ issuer, name, design }: { issuer: string; name: string; design: string }) => {
      const fields = { issuerId: issuer, name, design: await readDesignFile(design) };
      const client = await connectToService();
      const created = await client.certificates.create(fields, { signal });
      printResult(output(), created, [`Created: ${created.certificateId}`]);
    });

  addPictures(context, certificates);
  addChanges(context, certificates);
  addPreview(context, certificates);
}

function addPictures({ output, signal }: Context, certificates: Command): void {
  certificates
    .command('add-picture')
    .description('upload a picture, and print the ID that designs use for it')
    .argument('<file>', 'PNG or JPG; with --background also PDF')
    .option('--background', 'for a whole page, in a resolution for print')
    .action(async (file: string, { background }: { background?: true }) => {
      const image = await readPicture(file);
      const client = await connectToService();
      const use = background ? 'background' : 'layer';
      const added = await client.designs.addPicture({ image, use }, { signal });
      printResult(output(), added, [added.picture]);
    });
}

function addChanges({ output, signal }: Context, certificates: Command): void {
  certificates
    .command('update')
    .description('change a design; issued credentials keep theirs')
    .argument('<certificate>', 'ID')
    .requiredOption(...issuerOption)
    .option('--name <name>', 'new name')
    .option('--design <file>', 'new design (JSON)')
    .option('--apply-to-issued', 'also update issued credentials')
    .action(
      async (certificateId: string, { issuer, name, design, applyToIssued }: UpdateOptions) => {
        const fields = {
          ...{ issuerId: issuer, certificateId },
          ...(name !== undefined && { name }),
          ...(design !== undefined && { design: await readDesignFile(design) }),
          ...(applyToIssued && { applyToIssued }),
        };
        const client = await connectToService();
        const updated = await client.certificates.update(fields, { signal });
        const jobs = updated.jobIds.map((id) => `Issued credentials are updated by job ${id}`);
        printResult(output(), updated, ['Updated', ...jobs]);
      },
    );

  certificates
    .command('count-issued')
    .description('count the credentials that update --apply-to-issued would update')
    .argument('<certificate>', 'ID')
    .requiredOption(...issuerOption)
    .action(async (certificateId: string, { issuer }: { issuer: string }) => {
      const client = await connectToService();
      const fields = { issuerId: issuer, certificateId };
      const issued = await client.certificates.countIssued(fields, { signal });
      printResult(output(), issued, [`${issued.isMore ? 'more than ' : ''}${issued.count}`]);
    });

  certificates
    .command('delete')
    .description('delete a design that no badge uses; issued credentials keep it')
    .argument('<certificate>', 'ID')
    .requiredOption(...issuerOption)
    .action(async (certificateId: string, { issuer }: { issuer: string }) => {
      const client = await connectToService();
      const deleted = await client.certificates.delete(
        { issuerId: issuer, certificateId },
        { signal },
      );
      printResult(output(), deleted, ['Deleted']);
    });
}

function addPreview({ output, signal }: Context, certificates: Command): void {
  certificates
    .command('preview')
    .description('preview a design file without saving it')
    .requiredOption(...issuerOption)
    .requiredOption('--design <file>', 'design (JSON)')
    .requiredOption('--out <file>', 'output file: .pdf, or .png for an image or a card')
    .option('--credential <id>', 'credential to show; a sample by default')
    .option('--recipient <name>', "recipient's name on the sample")
    .addOption(
      new Option('--longest', 'credential with the longest name').conflicts([
        'shortest',
        'credential',
      ]),
    )
    .addOption(
      new Option('--shortest', 'credential with the shortest name').conflicts(['credential']),
    )
    .option('--print', 'with bleed, for a print shop')
    .action(
      async ({ issuer, design, out, credential, recipient, print, ...named }: PreviewOptions) => {
        const content = await readDesignFile(design);
        const fields = {
          ...{ issuerId: issuer, design: content, file: readFileKind(out, content, print) },
          ...(credential !== undefined && { credentialId: credential }),
          ...(recipient !== undefined && { recipientName: recipient }),
          ...(named.longest && { recipient: 'longest_name' as const }),
          ...(named.shortest && { recipient: 'shortest_name' as const }),
        };
        const client = await connectToService();
        const answer = await client.certificates.preview(fields, { signal });
        await writeUserFile(out, answer);
        const isMissing = answer.headers.get('insignia-missing-letters') !== null;
        const names = answer.headers.get('insignia-names');
        const note = isMissing ? ['No font has some of its letters'] : [];
        printResult(output(), { file: out, lettersMissing: isMissing, ...(names && { names }) }, [
          `Saved to ${out}`,
          ...note,
          ...(nameNotes[names ?? ''] ?? []),
        ]);
      },
    );
}

const nameNotes: Readonly<Record<string, string[]>> = {
  newest: ['Searched the newest credentials only'],
  sample: ['The issuer has no credentials, so this is a sample'],
};

function readFileKind(
  out: string,
  { kind }: Record<string, unknown>,
  isPrint = false,
): 'certificate.pdf' | 'print.pdf' | 'certificate.png' | 'card.png' {
  if (/\.pdf$/i.test(out)) return isPrint ? 'print.pdf' : 'certificate.pdf';
  if (/\.png$/i.test(out)) return kind === 'card' ? 'card.png' : 'certificate.png';
  throw new CommandLineError(`${out} must end in .pdf or .png`, exitCodes.usage);
}

async function readDesignFile(path: string): Promise<Record<string, unknown>> {
  const text = new TextDecoder().decode(await readUserFile(path));
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandLineError(`${path} isn't valid JSON`, exitCodes.refused);
  }
}

function writeDesignFile(path: string, design: object): Promise<void> {
  const text = `${JSON.stringify(design, undefined, 2)}\n`;
  return writeUserFile(path, new TextEncoder().encode(text));
}
