import { hostname } from 'node:os';
import { defaultTextMapGetter, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { setTracer, type Tracer } from './spans.ts';

export type TracingOptions = {
  /** OTLP over HTTP. */
  endpoint: string;
  sampler: SamplerName;
  /** Share of traces, 0 to 1, for ratio samplers. */
  ratio: number;
  role: string;
};

const roots = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio: number) => new TraceIdRatioBasedSampler(ratio),
} satisfies Record<string, (ratio: number) => Sampler>;
type RootName = keyof typeof roots;
export type SamplerName = RootName | `parentbased_${RootName}`;

const exportEveryMs = 1_000;

/**
 * Records spans and exports them in batches. Not registered globally, because libraries that trace
 * themselves would record user content. The exporter reads OTEL_EXPORTER_OTLP_HEADERS, _TIMEOUT,
 * _COMPRESSION and _CERTIFICATE itself.
 */
export function startTracing({ endpoint, sampler, ratio, role }: TracingOptions) {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const own = resourceFromAttributes({
    'service.name': 'insignia',
    'service.instance.id': `${hostname()}:${process.pid}`,
    'host.name': hostname(),
    'process.pid': process.pid,
    'insignia.role': role,
  });
  const resource = detectResources({
    detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector],
  });
  const provider = new TracerProvider({
    sampler: createSampler(sampler, ratio),
    resource: own.merge(resource),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: exportEveryMs })],
  });
  const unsetTracer = setTracer(createTracer(provider));
  return async (): Promise<void> => {
    unsetTracer();
    // An unavailable collector must not delay shutdown.
    await provider.shutdown().catch(() => {});
  };
}

function createTracer(provider: TracerProvider): Tracer {
  const tracer = provider.getTracer('insignia');
  const propagator = new W3CTraceContextPropagator();
  return {
    start: (name, kind, attributes, parent) => {
      const span = tracer.startSpan(name, { kind, attributes }, parent);
      return { span, context: trace.setSpan(parent, span) };
    },
    extract: (traceparent, tracestate) =>
      traceparent === undefined
        ? ROOT_CONTEXT
        : propagator.extract(
            ROOT_CONTEXT,
            { traceparent, ...(tracestate ? { tracestate } : {}) },
            defaultTextMapGetter,
          ),
    formatTraceparent: (span) => {
      const { traceId, spanId, traceFlags } = span.spanContext();
      return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
    },
    getSpan: (context) => trace.getSpan(context),
  };
}

function createSampler(name: SamplerName, ratio: number): Sampler {
  const [, root = name] = /^parentbased_(.*)$/.exec(name) ?? [];
  const sampler = roots[root as RootName](ratio);
  return root === name ? sampler : new ParentBasedSampler({ root: sampler });
}
