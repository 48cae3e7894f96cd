import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@insignia/sdk';
import type { Command } from 'commander';
import { readPicture, readUserFile, writeUserFile } from '../files.ts';
import {
  addDetailOptions,
  addTemplateValue,
  type DetailOptions,
  readDetailOptions,
  type TemplateValues,
} from '../options/badge-details.ts';
import { connectToService } from '../settings.ts';
import {
  CommandLineError,
  type Context,
  exitCodes,
  formatTable,
  printResult,
} from '../terminal/output.ts';

export function addBadges(context: Context): void {
  const { program, output, signal } = context;
  const badges = program
    .command('badges')
    .description('list and create badges, and list image templates')
    .addHelpText(
      'after',
      `
Example:
  insignia badges create --issuer <id> --name "First Aid" --description "Helps until help comes." \\
    --criteria "Passed the exam." --template crest`,
    );

  badges
    .command('list')
    .description('list all badges, newest first')
    .action(async () => {
      const client = await connectToService();
      const answer = await client.badges.list({}, { signal });
      const items = Array.isArray(answer) ? answer : [answer];
      const lines = formatTable(
        items,
        {
          ID: ({ id }) => id,
          NAME: ({ name }) => name,
          CREATED: ({ timestamp }) => new Date(timestamp),
        },
        'No badges yet. Create one: insignia badges create --help',
      );
      printResult(output(), items, lines);
    });

  addTemplates(context, badges);
  addBadgeCreate(context, badges);
}

type Options = { set?: TemplateValues; out?: string };

function addTemplates({ output, signal }: Context, badges: Command): void {
  badges
    .command('templates')
    .description('list templates for create --template')
    .option(
      '--set <name=value>',
      'title, issuer, icon or accentColor; repeatable',
      addTemplateValue,
    )
    .option('--out <folder>', 'save a small preview of each template here')
    .addHelpText(
      'after',
      `
Example:
  insignia badges templates --set title="First Aid" --set accentColor=#8a1538 --out templates`,
    )
    .action(async ({ set, out }: Options) => {
      const client = await connectToService();
      const answer = await client.designs.templates(set ?? {}, { signal });
      if (out) {
        await mkdir(out, { recursive: true }).catch(({ code }: NodeJS.ErrnoException) => {
          throw new CommandLineError(
            `${out} can't be created as a folder (${code})`,
            exitCodes.refused,
          );
        });
        for (const { id, preview } of answer.items)
          await writeUserFile(
            join(out, `${id.replaceAll(/[^\w-]/g, '_')}.webp`),
            decodeDataUri(preview),
          );
      }
      const columns = {
        TEMPLATE: ({ id }: Template) => id,
        NAME: ({ name }: Template) => name,
      };
      const lines = formatTable<Template>(answer.items, columns, 'No templates');
      printResult(output(), answer, [...lines, ...(out ? [`Previews saved to ${out}`] : [])]);
    });
}

type Template = { id: string; name: string };

function decodeDataUri(dataUri: string): Buffer {
  return Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64');
}

type CreateOptions = DetailOptions & {
  issuer: string;
  name: string;
  description: string;
  criteria: string;
  template?: string;
  set?: TemplateValues;
  design?: string;
  image?: string;
  certificate?: string;
  card?: string;
};
type Artwork = { image: string } | { designJson: string };

function addBadgeCreate({ output, signal }: Context, badges: Command): void {
  const create = badges
    .command('create')
    .description('create a badge with an image from a template, a design or a file')
    .requiredOption('--issuer <id>', 'ID or URL of a verified issuer')
    .requiredOption('--name <name>', 'name of the badge')
    .requiredOption('--description <text>', 'description, in Markdown')
    .requiredOption('--criteria <text>', 'how to earn it, in Markdown')
    .option('--template <id>', 'draw the image from this template (see insignia badges templates)')
    .option(
      '--set <name=value>',
      'title, issuer, icon or accentColor of the template; defaults to the badge, issuer and brand; repeatable',
      addTemplateValue,
    )
    .option('--design <file>', 'draw the image from this design (JSON)')
    .option('--image <file>', 'PNG or JPG')
    .option('--certificate <id>', 'certificate design (see insignia certificates list)')
    .option('--card <id>', 'design of share cards (see insignia certificates list)');
  addDetailOptions(create)
    .addHelpText(
      'after',
      `
Example:
  insignia badges create --issuer <id> --name "First Aid" --description "Helps until help comes." \\
    --criteria "Passed the exam." --template crest --set icon=heart \\
    --tag rescue --valid-for P2Y --attribute Grade=number`,
    )
    .action(async (options: CreateOptions) => {
      const { issuer, name, description, criteria } = options;
      refuseConflictingOptions(options);
      const client = await connectToService();
      const artwork = await readArtwork(client, options, signal);
      const details = await readDetailOptions(client, options, signal);
      const words = { name, description, criteria, issuerId: issuer };
      const { certificate, card } = options;
      const chosen = {
        ...(certificate !== undefined && { certificateId: certificate }),
        ...(card !== undefined && { cardId: card }),
      };
      const fields = { ...words, ...details, ...artwork, ...chosen };
      const { badgeId } = await client.badges.create(fields, { signal });
      printResult(output(), { badgeId }, [`Created: ${badgeId}`]);
    });
}

function refuseConflictingOptions({ template, set, design, image }: CreateOptions): void {
  const ways = [template, design, image].filter((way) => way !== undefined).length;
  if (ways !== 1)
    throw new CommandLineError(
      'choose the image with --template, --design or --image',
      exitCodes.usage,
    );
  if (set && template === undefined)
    throw new CommandLineError('--set requires --template', exitCodes.usage);
}

async function readArtwork(
  client: Client,
  options: CreateOptions,
  signal: AbortSignal,
): Promise<Artwork> {
  const { template, design, image } = options;
  if (image !== undefined) return { image: await readPicture(image) };
  if (design !== undefined)
    return { designJson: new TextDecoder().decode(await readUserFile(design)) };
  return { designJson: await fillTemplate(client, template ?? '', options, signal) };
}

/** Fills the template with the badge's words and the issuer's colors, as the designer does. */
async function fillTemplate(
  client: Client,
  template: string,
  { issuer: issuerId, name: title, set }: CreateOptions,
  signal: AbortSignal,
): Promise<string> {
  const { name: issuer } = await client.issuers.get({ issuerId }, { signal });
  const { accentColor } = await client.issuers.brand({ issuerId }, { signal });
  const words = { title, issuer, accentColor, ...set };
  const { items } = await client.designs.templates(words, { signal });
  const found = items.find(({ id }) => id === template);
  if (found) return found.designJson;
  const known = items.map(({ id }) => id).join(', ');
  throw new CommandLineError(
    `template ${template} not found. Use one of ${known}`,
    exitCodes.refused,
  );
}
