import { hostname } from 'node:os';
import pino, { type Logger } from 'pino';
import { currentSpan } from '../tracing/index.ts';

export type { Logger } from 'pino';

/** JSON lines on stdout, with which process says so, and of which trace; whatever could carry a secret is cut even when somebody logs the whole object. */
export function createLog(level: string, role?: string): Logger {
  return pino(
    {
      level,
      base: { host: hostname(), pid: process.pid, ...(role ? { role } : {}) },
      mixin: traceOf,
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

/** Named as OpenTelemetry names them in logs of other forms. */
function traceOf(): object {
  const span = currentSpan();
  if (!span) return {};
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}

/** Lines go out in batches, at the latest after a second and when the process ends: a write each would cost every request. */
function destination(): ReturnType<typeof pino.destination> {
  const stream = pino.destination({ fd: 1, sync: true, minLength: 4_096, periodicFlush: 1_000 });
  process.once('exit', () => stream.flushSync());
  return stream;
}
