import { type AttributeValue, KINDS, type Span } from '../../platform/trace/span'
import type { TraceSetting } from '../../platform/trace-setting'

/** STATUS_CODE_ERROR. OK is never set. */
const ERROR = 2

const MAX_TEXT = 200

/** OTLP JSON: ids in hex, 64-bit integers as strings. https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding. */
export function otlpBody(
  spans: readonly Span[],
  { serviceName, resource }: Pick<TraceSetting, 'serviceName' | 'resource'>,
  version: string,
): string {
  const about = { 'service.name': serviceName, 'service.version': version, ...resource }
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesOf(Object.entries(about)) },
        scopeSpans: [{ scope: { name: 'leafscan', version }, spans: spans.map(spanOf) }],
      },
    ],
  })
}

function spanOf(span: Span): object {
  const { traceId, spanId, parent, name, kind, attributes, startedMs, endedMs, failure } = span
  return {
    traceId,
    spanId,
    ...(parent !== null && { parentSpanId: parent }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: String(span.nanoseconds(startedMs)),
    endTimeUnixNano: String(span.nanoseconds(endedMs ?? startedMs)),
    attributes: attributesOf(attributes),
    status: failure === null ? {} : { code: ERROR, message: failure },
  }
}

function attributesOf(attributes: Iterable<[string, AttributeValue]>): object[] {
  return Array.from(attributes, ([key, value]) => ({ key, value: otlpValue(value) }))
}

function otlpValue(value: AttributeValue): object {
  if (typeof value === 'string') return { stringValue: value.slice(0, MAX_TEXT) }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
