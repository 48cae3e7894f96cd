import type { StaticExportResult } from '@insignia/server/commands';
import {
  CommandLineError,
  type Context,
  colorText,
  exitCodes,
  formatBytes,
  printResult,
  showProgress,
} from '../terminal/output.ts';
import { formatCount } from '../terminal/rules.ts';
import { withCommands } from './operate.ts';

export type StaticOptions = { static?: string; account?: string };

/** Writes everything public as files. */
export async function exportStatic(
  context: Context,
  place: string,
  options: StaticOptions & { out?: string; badge?: string; search?: string },
): Promise<void> {
  const { output, endWith } = context;
  for (const name of ['out', 'badge', 'search'] as const)
    if (options[name] !== undefined)
      throw new CommandLineError(`--${name} can't be used with --static`, exitCodes.usage);
  const progress = showProgress(output(), 'credentials');
  const result = await withCommands(context, (commands, commandContext) =>
    commands.withService(commandContext, (service) =>
      commands.exportStaticSite(service, commandContext, place, {
        ...{ account: options.account, onProgress: progress.show },
      }),
    ),
  ).finally(progress.end);
  printResult(output(), result, formatResult(result));
  if (result.failed > 0) endWith(exitCodes.inPart);
}

function formatResult(result: StaticExportResult): string[] {
  const { place, written, unchanged, removed, failed, failures, files, bytes } = result;
  return [
    ...failures.map((failure) => colorText('red', failure)),
    ...(failed > 0 ? [colorText('red', `${formatCount(failed, 'item')} failed`)] : []),
    colorText(
      'green',
      `${formatCount(written, 'credential')} written to ${place}, ${unchanged} unchanged, ${removed} answer 410 now`,
    ),
    `${formatCount(files, 'file')} (${formatBytes(bytes)})`,
  ];
}
