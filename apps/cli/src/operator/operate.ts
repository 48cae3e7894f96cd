import type { CommandContext, CommandErrorKind, CommandService } from '@insignia/server/commands';
import type { Context } from '../terminal/output.ts';
import { CommandLineError, exitCodes } from '../terminal/output.ts';

export type ServerCommands = typeof import('@insignia/server/commands');

const codes: Record<CommandErrorKind, number> = {
  refused: exitCodes.refused,
  notAllowed: exitCodes.notAllowed,
  unfit: exitCodes.unfit,
  unreachable: exitCodes.unreachable,
  failed: exitCodes.failed,
};

/** Loads the server's code lazily: it takes a while. */
export async function withCommands<T>(
  { signal }: Context,
  work: (commands: ServerCommands, commandContext: CommandContext) => Promise<T>,
): Promise<T> {
  const commands = await importCommands();
  try {
    return await work(commands, { signal, warn: (message) => console.error(message) });
  } catch (error) {
    if (!(error instanceof commands.CommandError)) throw error;
    throw new CommandLineError(error.message, codes[error.kind]);
  }
}

async function importCommands(): Promise<ServerCommands> {
  try {
    return await import('@insignia/server/commands');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    // The published package has no server.
    const text =
      'this command is part of the service: run it in the folder of the service (npm run -s insignia) or in its container';
    throw new CommandLineError(text, exitCodes.unfit);
  }
}

/** Runs on the configured database next to a running server. */
export function runWithService<T>(
  context: Context,
  work: (commands: ServerCommands, service: CommandService) => Promise<T>,
): Promise<T> {
  return withCommands(context, (commands, commandContext) =>
    commands.withService(commandContext, (service) => work(commands, service)),
  );
}
