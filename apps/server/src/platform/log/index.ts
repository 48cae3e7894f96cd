import pino, { type Logger } from 'pino';

export type { Logger } from 'pino';

/** JSON lines on stdout; whatever could carry a secret is cut even when somebody logs the whole object. */
export function createLog(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          '*.password',
          '*.newPassword',
          '*.token',
          '*.code',
          '*.key',
          '*.secret',
          '*.headers',
          'req',
          'res',
          'err.config',
          'err.where',
          'err.detail',
        ],
        censor: '[cut]',
      },
    },
    destination(),
  );
}

/** Lines go out in batches, at the latest after a second and when the process ends: a write each would cost every request. */
function destination(): ReturnType<typeof pino.destination> {
  const stream = pino.destination({ fd: 1, sync: true, minLength: 4_096, periodicFlush: 1_000 });
  process.once('exit', () => stream.flushSync());
  return stream;
}
