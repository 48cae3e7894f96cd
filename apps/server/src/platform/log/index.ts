import pino, { type Logger } from 'pino';

export type { Logger } from 'pino';

/** JSON lines on stdout; whatever could carry a secret is cut even when somebody logs the whole object. */
export function createLog(level: string): Logger {
  return pino({
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
  });
}
