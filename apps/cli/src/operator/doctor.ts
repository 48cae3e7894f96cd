import type { Finding } from '@insignia/server/commands';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { coloured, tell } from '../output.ts';
import { plain } from '../rules.ts';
import { withCommands } from './operate.ts';

const marks = { ok: '✓', warning: '!', fault: '✗' } as const;
const colours = { ok: 'green', warning: 'yellow', fault: 'red' } as const;
const codes = { ok: exitCodes.done, warning: exitCodes.warnings, fault: exitCodes.faults } as const;

export function addDoctor(context: Context): void {
  const { program, output, endWith } = context;
  program
    .command('doctor')
    .description(
      'look at settings, database, clock, disk, mail, pictures, queues, and what verifiers see',
    )
    .addHelpText(
      'after',
      `
Nothing stays changed. Exit code 0: all is well; 9: warnings; 10: a fault.

Example:
  insignia doctor`,
    )
    .action(async () => {
      const show = (finding: Finding): void => {
        if (!output().json) console.log(linesOf(finding).join('\n'));
      };
      const diagnosis = await withCommands(context, ({ examine }, surroundings) =>
        examine(surroundings, show),
      );
      const { findings, outcome } = diagnosis;
      const count = (wanted: Finding['outcome']) =>
        findings.filter((each) => each.outcome === wanted).length;
      tell(output(), diagnosis, [
        `${count('ok')} in order, ${count('warning')} warnings, ${count('fault')} faults`,
      ]);
      endWith(codes[outcome]);
    });
}

function linesOf({ check, outcome, message, remedy }: Finding): string[] {
  return [
    `${coloured(colours[outcome], marks[outcome])} ${check}: ${plain(message)}`,
    ...(remedy ? [coloured('dim', `    ${plain(remedy)}`)] : []),
  ];
}
