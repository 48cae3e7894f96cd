import type { DoctorFinding } from '@insignia/server/commands';
import { Option } from 'commander';
import { type MoveInOptions, migrationSources, moveIn } from '../commands/migrate.ts';
import type { Context } from '../terminal/output.ts';
import { colorText, exitCodes, printResult, showProgress } from '../terminal/output.ts';
import { formatCount, stripControlCharacters } from '../terminal/rules.ts';
import { withCommands } from './operate.ts';

type MigrateOptions = MoveInOptions & { check?: true };

const isMovingIn = (file: string | undefined, options: MoveInOptions): boolean =>
  file !== undefined || Object.keys(options).length > 0;

export function addService(context: Context): void {
  const { program, output, endWith } = context;
  program
    .command('start')
    .description('start the service, like npm start; settings come from the environment')
    .addHelpText(
      'after',
      `
Example:
  BASE_URL=https://badges.example.org insignia start`,
    )
    .action(async () => {
      await withCommands(context, ({ startService }) => startService());
    });

  program
    .command('migrate')
    .description(
      "migrate the database to this program's version; start does this too. With a file or the ID of a migration from another service, move in by the API",
    )
    .argument(
      '[file]',
      'export of another service (CSV), or badges (ZIP, a list of URLs, or one badge) to move in; - reads standard input',
    )
    .option('--check', 'only show what is missing')
    .addOption(
      new Option('--source <name>', 'service of the file, or edition of its badges').choices(
        migrationSources,
      ),
    )
    .option('--issuer <id>', 'ID or URL of the issuer to move to')
    .option('--hold', 'offer the badges to their recipients instead of issuing new credentials')
    .option(
      '--signer <id>',
      'issue badges of this signer again; repeatable, and --dry-run lists them',
      (id: string, others: string[] = []) => [...others, id],
    )
    .option('--dry-run', 'check every row of the file without creating anything')
    .option('--again', 'move the file in again, even if the same command did so today')
    .option('--pause <id>', 'pause a migration from another service')
    .option('--resume <id>', 'continue a paused migration')
    .option('--cancel <id>', 'end a migration, and leave what it created')
    .option('--undo <id>', 'remove what a migration from another service created')
    .option('--redirects <id>', 'download old URLs of a migration as CSV, to redirect them')
    .option('--out <file>', 'with --redirects: output file; defaults to standard output')
    .addHelpText(
      'after',
      `
Example:
  insignia migrate --check
  insignia migrate credly.csv --source credly --issuer <id> --dry-run
  insignia migrate --redirects <id> --out redirects.csv`,
    )
    .action(async (file: string | undefined, { check, ...moving }: MigrateOptions) => {
      if (isMovingIn(file, moving)) return moveIn(context, file, moving);
      if (check) {
        const state = await withCommands(context, ({ checkSchema }, commandContext) =>
          checkSchema(commandContext),
        );
        const { missing, changedFunctions, newer, breaking } = state;
        const lines = [
          ...missing.map((name) => `missing: ${name}`),
          ...changedFunctions.map((name) => `different definition: function ${name}`),
          ...newer.map((name) =>
            breaking.includes(name)
              ? `from a newer version, and incompatible with this one: ${name}`
              : `from a newer version: ${name}`,
          ),
        ];
        printResult(output(), state, lines.length > 0 ? lines : ['The database is up to date']);
        if (missing.length + changedFunctions.length + breaking.length > 0)
          endWith(exitCodes.unfit);
        return;
      }
      const progress = showProgress(output(), 'migrations');
      const done = await withCommands(context, ({ migrateDatabase }, commandContext) =>
        migrateDatabase(commandContext, (name, count, of) => {
          progress.show(count, of);
          if (!output().json && !process.stderr.isTTY) console.error(`${count}/${of} ${name}`);
        }),
      ).finally(progress.end);
      const { applied, functions } = done;
      printResult(output(), done, [
        applied.length + functions.length > 0
          ? `${formatCount(applied.length, 'migration')} applied, ${formatCount(functions.length, 'function')} replaced`
          : 'The database is up to date',
      ]);
    });
}

const marks = { ok: '✓', warning: '!', fault: '✗' } as const;
const colors = { ok: 'green', warning: 'yellow', fault: 'red' } as const;
const codes = { ok: exitCodes.done, warning: exitCodes.warnings, fault: exitCodes.errors } as const;

export function addDoctor(context: Context): void {
  const { program, output, endWith } = context;
  program
    .command('doctor')
    .description(
      'check settings, database, clock, disk, email, images, queues and what verifiers see',
    )
    .addHelpText(
      'after',
      `
Leaves no changes behind. Exit codes: 0 no problems, 9 warnings, 10 errors.

Example:
  insignia doctor`,
    )
    .action(async () => {
      const show = (finding: DoctorFinding): void => {
        if (!output().json) console.log(formatFinding(finding).join('\n'));
      };
      const diagnosis = await withCommands(context, ({ runDoctor }, commandContext) =>
        runDoctor(commandContext, show),
      );
      const { findings, outcome } = diagnosis;
      const count = (outcome: DoctorFinding['outcome']) =>
        findings.filter((each) => each.outcome === outcome).length;
      printResult(output(), diagnosis, [
        `${count('ok')} passed, ${formatCount(count('warning'), 'warning')}, ${formatCount(count('fault'), 'error')}`,
      ]);
      endWith(codes[outcome]);
    });
}

function formatFinding({ check, outcome, message, remedy }: DoctorFinding): string[] {
  return [
    `${colorText(colors[outcome], marks[outcome])} ${check}: ${stripControlCharacters(message)}`,
    ...(remedy ? [colorText('dim', `    ${stripControlCharacters(remedy)}`)] : []),
  ];
}
