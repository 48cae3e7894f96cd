import type { DoctorFinding } from '@insignia/server/commands';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { colorText, printResult } from '../output.ts';
import { stripControlCharacters } from '../rules.ts';
import { withCommands } from './operate.ts';

const marks = { ok: '✓', warning: '!', fault: '✗' } as const;
const colours = { ok: 'green', warning: 'yellow', fault: 'red' } as const;
const codes = { ok: exitCodes.done, warning: exitCodes.warnings, fault: exitCodes.faults } as const;

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
      const diagnosis = await withCommands(context, ({ runDoctor: examine }, surroundings) =>
        examine(surroundings, show),
      );
      const { findings, outcome } = diagnosis;
      const count = (wanted: DoctorFinding['outcome']) =>
        findings.filter((each) => each.outcome === wanted).length;
      printResult(output(), diagnosis, [
        `${count('ok')} passed, ${count('warning')} warnings, ${count('fault')} errors`,
      ]);
      endWith(codes[outcome]);
    });
}

function formatFinding({ check, outcome, message, remedy }: DoctorFinding): string[] {
  return [
    `${colorText(colours[outcome], marks[outcome])} ${check}: ${stripControlCharacters(message)}`,
    ...(remedy ? [colorText('dim', `    ${stripControlCharacters(remedy)}`)] : []),
  ];
}
