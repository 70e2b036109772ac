import type { Families } from '../../platform/metric-families'
import { traceCounts } from '../../platform/trace/trace'

export function addTraces(families: Families): void {
  families.counter('explorer_trace_spans_total', 'Trace spans, by whether the collector took them.', () => {
    const counts = traceCounts()
    if (!counts) return []
    return (['exported', 'dropped'] as const).map((result) => ({ labels: { result }, value: counts[result] }))
  })
}
