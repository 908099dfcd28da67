import { ConfigError } from '#platform/config'
import type { Tracing } from './trace.ts'

export type Protocol = 'http/json' | 'http/protobuf'
export interface SamplerSettings {
  readonly name: 'always_on' | 'always_off' | 'traceidratio'
  readonly ratio: number
  /** Whether the caller's decision counts, if it has made one. */
  readonly followsParent: boolean
}

const invalid = (name: string, reason: string) => new ConfigError(`${name}: ${reason}`)

/**
 * Traces, if OpenTelemetry's variables ask for them; loads its packages only then. `failed` is called when an
 * export fails.
 */
export async function tracingFrom(
  environment: NodeJS.ProcessEnv,
  how: { version: string; failed: (error: unknown) => void },
): Promise<Tracing | undefined> {
  const of = (name: string) => environment[name]?.trim() || undefined
  const endpoint = 'OTEL_EXPORTER_OTLP_ENDPOINT'
  const ownEndpoint = 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
  if (!of(endpoint) && !of(ownEndpoint)) return undefined
  if (of('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return undefined
  const exporter = of('OTEL_TRACES_EXPORTER') ?? 'otlp'
  if (exporter === 'none') return undefined
  if (exporter !== 'otlp') throw invalid('OTEL_TRACES_EXPORTER', 'must be otlp or none')
  for (const name of [endpoint, ownEndpoint]) {
    const url = of(name)
    if (url && !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
      throw invalid(name, 'must be a URL that begins with http:// or https://')
  }
  const { startTracing } = await import('./otlp.ts')
  return startTracing({ ...how, protocol: protocolOf(of), sampler: samplerOf(of) })
}

type Of = (name: string) => string | undefined

function protocolOf(of: Of): Protocol {
  const names = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL']
  const name = names.find((one) => of(one)) ?? ''
  const protocol = of(name) ?? 'http/protobuf'
  if (protocol !== 'http/protobuf' && protocol !== 'http/json')
    throw invalid(name, 'must be http/protobuf or http/json')
  return protocol
}

function samplerOf(of: Of): SamplerSettings {
  const whole = of('OTEL_TRACES_SAMPLER') ?? 'always_on'
  const followsParent = whole.startsWith('parentbased_')
  const name = whole.replace(/^parentbased_/, '')
  if (name !== 'always_on' && name !== 'always_off' && name !== 'traceidratio')
    throw invalid(
      'OTEL_TRACES_SAMPLER',
      'must be always_on, always_off, or traceidratio, optionally with parentbased_ in front',
    )
  const ratio = Number(of('OTEL_TRACES_SAMPLER_ARG') ?? 1)
  if (name === 'traceidratio' && !(ratio >= 0 && ratio <= 1))
    throw invalid('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1')
  return { name, ratio, followsParent }
}
