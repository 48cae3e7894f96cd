import type { FaultKind, Service, Surroundings } from '@insignia/server/commands';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { CommandFailed } from '../output.ts';

export type Commands = typeof import('@insignia/server/commands');

const codes: Record<FaultKind, number> = {
  refused: exitCodes.refused,
  notAllowed: exitCodes.notAllowed,
  unfit: exitCodes.unfit,
  unreachable: exitCodes.unreachable,
  failed: exitCodes.failed,
};

/** Loads the server's code lazily: it takes a while. */
export async function withCommands<T>(
  { signal }: Context,
  work: (commands: Commands, surroundings: Surroundings) => Promise<T>,
): Promise<T> {
  const commands = await import('@insignia/server/commands');
  try {
    return await work(commands, { signal, warn: (message) => console.error(message) });
  } catch (error) {
    if (!(error instanceof commands.CommandFault)) throw error;
    throw new CommandFailed(error.message, codes[error.kind]);
  }
}

/** Runs on the configured database next to a running server. */
export function operate<T>(
  context: Context,
  work: (commands: Commands, service: Service) => Promise<T>,
): Promise<T> {
  return withCommands(context, (commands, surroundings) =>
    commands.withService(surroundings, (service) => work(commands, service)),
  );
}
