import { hostname } from 'node:os';
import pino, { type DestinationStream, type Logger } from 'pino';
import { currentSpan } from '../tracing/index.ts';

export type { Logger } from 'pino';

/** Logs JSON lines to stdout with role and trace. Redacts fields that may contain secrets. */
export function createLog(
  level: string,
  role?: string,
  stream: DestinationStream = destination(),
): Logger {
  return pino(
    {
      level,
      base: { host: hostname(), pid: process.pid, ...(role ? { role } : {}) },
      mixin: getTraceFields,
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
          // Libraries add the answer of a provider, or the claims of a token.
          'err.cause',
          'err.payload',
          'err.error_description',
        ],
        censor: '[cut]',
      },
    },
    stream,
  );
}

/** Field names as in OpenTelemetry. */
function getTraceFields(): object {
  const span = currentSpan();
  if (!span) return {};
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}

/**
 * Buffers lines for up to a second and flushes on exit: one write per line would slow every
 * request.
 */
function destination(): ReturnType<typeof pino.destination> {
  const stream = pino.destination({ fd: 1, sync: true, minLength: 4_096, periodicFlush: 1_000 });
  // Not flushSync(), which retries a write forever if nobody reads the log.
  process.once('exit', () => stream.end());
  return stream;
}
