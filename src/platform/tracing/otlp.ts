import type { IncomingHttpHeaders } from 'node:http'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Answer, RequestTrace, Tracing } from './trace.ts'
import type { Protocol, SamplerSettings } from './variables.ts'

interface How {
  readonly version: string
  readonly protocol: Protocol
  readonly sampler: SamplerSettings
  readonly failed: (error: unknown) => void
}

/** How long a stop waits for the collector: process managers kill what doesn't stop in time. */
const patienceMs = 3_000
const propagator = new W3CTraceContextPropagator()

export async function startTracing({ version, protocol, sampler, failed }: How): Promise<Tracing> {
  setGlobalErrorHandler(failed)
  const own = resourceFromAttributes({ 'service.name': 'loquat', 'service.version': version })
  const provider = new TracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerFor(sampler),
    spanProcessors: [new BatchSpanProcessor({ exporter: await exporterFor(protocol) })],
  })
  const tracer = provider.getTracer('loquat', version)
  return {
    begin: (headers) => new RequestSpan(tracer, headers),
    close: () => within(patienceMs, provider.shutdown()).catch(failed),
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const never = new Error(`the collector hasn’t responded within ${ms / 1_000} seconds`)
  let late: NodeJS.Timeout | undefined
  try {
    return await Promise.race([work, new Promise<never>((_, reject) => (late = setTimeout(reject, ms, never)))])
  } finally {
    clearTimeout(late)
  }
}

/** The exporters read the variables for addresses, headers, compression, and certificates. */
async function exporterFor(protocol: Protocol): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  return new OTLPTraceExporter()
}

function samplerFor({ name, ratio, followsParent }: SamplerSettings): Sampler {
  const root =
    name === 'always_on'
      ? new AlwaysOnSampler()
      : name === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio)
  return followsParent ? new ParentBasedSampler({ root }) : root
}

/** Passes contexts explicitly. perf: tracking them through every promise costs more than the spans. */
class RequestSpan implements RequestTrace {
  readonly #tracer: Tracer
  readonly #context: Context
  readonly #span: Span

  constructor(tracer: Tracer, headers: IncomingHttpHeaders) {
    const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
    this.#tracer = tracer
    this.#span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent)
    this.#context = trace.setSpan(parent, this.#span)
  }

  async part<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (!this.#span.isRecording()) return work()
    const attributes = { 'db.system.name': 'postgresql' }
    const span = this.#tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, this.#context)
    try {
      return await work()
    } finally {
      span.end()
    }
  }

  end({ method, route, status, requestId }: Answer): void {
    this.#span.updateName(`${method} ${route}`).setAttributes({
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'loquat.request_id': requestId,
    })
    if (status >= 500) this.#span.setStatus({ code: SpanStatusCode.ERROR })
    this.#span.end()
  }
}
