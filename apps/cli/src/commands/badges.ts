import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { writeUserFile } from '../files.ts';
import { addTemplateValue, type TemplateValues } from '../options/badge-details.ts';
import { connectToService } from '../settings.ts';
import type { Context } from '../terminal/output.ts';
import { CommandLineError, exitCodes, formatTable, printResult } from '../terminal/output.ts';
import { addBadgeCreate } from './badge-create.ts';

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
