import { z } from 'zod'
import { urlMistake } from './misspelt-url'

/*
 * OpenTelemetry's variables, so that settings shared with other services apply.
 * https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ and .../protocol/exporter/.
 */

export interface TraceSetting {
  /** Secret: may hold a key. */
  url: string
  /** Secret. */
  headers: Record<string, string>
  serviceName: string
  resource: Record<string, string>
  sampler: {
    /** True: follow the caller's sampling decision. */
    followsParent: boolean
    /** Share of the other traces that are sampled, 0 to 1. */
    ratio: number
  }
  /** True: send `traceparent` to indexers and chain nodes. OTEL_PROPAGATORS. */
  propagates: boolean
}

const URL_RULE = 'must be an http(s) URL'
const PAIRS_RULE = 'must be name=value pairs separated by commas, values percent-encoded'
const PROTOCOL_RULE = 'must be http/json or http/protobuf: spans are sent as JSON, which such an endpoint takes too'
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const url = z.string().superRefine((text, context) => {
  const mistake = urlMistake(text)
  if (mistake) context.addIssue({ code: 'custom', message: `${URL_RULE}; ${mistake}` })
})

const pairs = z.string().transform((text, context): Record<string, string> => {
  const read: Record<string, string> = {}
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const at = part.indexOf('=')
    const name = part.slice(0, at).trim()
    try {
      if (at < 1 || name === '') throw new URIError()
      read[name] = decodeURIComponent(part.slice(at + 1).trim())
    } catch {
      context.addIssue({ code: 'custom', message: PAIRS_RULE })
    }
  }
  return read
})

const headers = pairs.refine(
  (read) =>
    Object.entries(read).every(
      ([name, value]) => /^[!#$%&'*+.^`|~\w-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value),
    ),
  { error: PAIRS_RULE },
)

const protocol = z.enum(['http/json', 'http/protobuf'], { error: PROTOCOL_RULE })

export const traceVariables = {
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], { error: 'must be otlp or none' }).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.optional(),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: headers.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol.optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol.optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs.optional(),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS, { error: `must be one of ${SAMPLERS.join(', ')}` }).optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?|\.\d+)$/, { error: 'must be a number from 0 to 1' })
    .transform(Number)
    .optional(),
  OTEL_PROPAGATORS: z.string().optional(),
}

/** Without traces no other variable may refuse the start: platforms set them for all services, in values that suit others. */
export function sendsTraces(given: Readonly<Record<string, string | undefined>>): boolean {
  const isOff = given.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true' || given.OTEL_TRACES_EXPORTER === 'none'
  return !isOff && Boolean(given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || given.OTEL_EXPORTER_OTLP_ENDPOINT)
}

export function traceSetting(v: z.infer<z.ZodObject<typeof traceVariables>>): TraceSetting | null {
  const url = v.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? tracesAt(v.OTEL_EXPORTER_OTLP_ENDPOINT)
  if (url === null) return null
  const { 'service.name': named, ...resource } = v.OTEL_RESOURCE_ATTRIBUTES ?? {}
  return {
    url,
    headers: { ...v.OTEL_EXPORTER_OTLP_HEADERS, ...v.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
    serviceName: v.OTEL_SERVICE_NAME ?? named ?? 'leafscan',
    resource,
    sampler: samplerOf(v.OTEL_TRACES_SAMPLER ?? 'parentbased_always_on', v.OTEL_TRACES_SAMPLER_ARG ?? 1),
    propagates: v.OTEL_PROPAGATORS?.split(',').some((name) => name.trim() === 'tracecontext') ?? false,
  }
}

/** The general endpoint is a base: the signal's path is appended before its query. */
function tracesAt(base: string | undefined): string | null {
  if (base === undefined) return null
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`
  return url.href
}

function samplerOf(name: (typeof SAMPLERS)[number], share: number): TraceSetting['sampler'] {
  const followsParent = name.startsWith('parentbased_')
  const kind = name.replace('parentbased_', '')
  return { followsParent, ratio: kind === 'always_on' ? 1 : kind === 'always_off' ? 0 : share }
}
