import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { shippedText } from '@/lib/testing/deploy/start-cache.mjs'
import { usedMetrics } from '@/lib/testing/deploy/used-metrics'

/* Metric names from Photon's source (monitor, fetchers and persist), over several versions; its client adds prefix and tags. */

interface Mapping {
  match: string
  match_metric_type?: string
  match_type?: string
  action?: string
  name: string
  labels?: Record<string, string>
}

const { mappings } = parse(shippedText('photon/statsd-mapping.yml')) as { mappings: Mapping[] }

/** Null: dropped. As statsd_exporter does: globs before expressions, in order. */
function seriesOf(line: string, type: 'counter' | 'gauge'): string | null {
  const ordered = [...mappings].sort((a, b) => Number(a.match_type === 'regex') - Number(b.match_type === 'regex'))
  for (const { match, match_metric_type, match_type, action, name, labels = {} } of ordered) {
    if (match_metric_type !== undefined && match_metric_type !== type) continue
    const source = match_type === 'regex' ? match : match.replaceAll('.', '\\.').replaceAll('*', '([^.]*)')
    const found = new RegExp(`^${source}$`).exec(line)
    if (!found) continue
    if (action === 'drop') return null
    const pairs = Object.entries(labels).map(([label, value]) => `${label}=${value.replace('$1', found[1] ?? '')}`)
    return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`
  }
  throw new Error(`not mapped: ${line}`)
}

describe('the mapping', () => {
  test.each([
    ['indexing_lag', 'gauge', 'photon_indexing_lag_slots'],
    ['latest_slot', 'gauge', 'photon_chain_slot'],
    ['last_indexed_slot', 'gauge', 'photon_indexed_slot'],
    ['root_validation_success', 'counter', 'photon_root_validations_total'],
    ['root_validation_success', 'gauge', 'photon_root_validation_ok'],
    ['root_validation_failures', 'counter', 'photon_root_mismatches_total'],
    ['root_validation_failure', 'counter', null],
    ['rpc_block_fetched', 'counter', 'photon_blocks_total{source=rpc,result=fetched}'],
    ['rpc_block_fetch_failed', 'counter', 'photon_blocks_total{source=rpc,result=failed}'],
    ['rpc_skipped_block', 'counter', 'photon_blocks_total{source=rpc,result=skipped}'],
    ['rpc_block_emitted', 'counter', 'photon_blocks_total{source=rpc,result=emitted}'],
    ['rpc_block_indexed', 'counter', 'photon_blocks_total{source=rpc,result=indexed}'],
    ['grpc_block_emitted', 'counter', 'photon_blocks_total{source=grpc,result=emitted}'],
    ['grpc_block_indexed', 'counter', 'photon_blocks_total{source=grpc,result=indexed}'],
    ...['connect_error', 'subscribe_error', 'ping_error', 'resubscribe', 'timeout', 'out_of_order', 'stale'].map(
      (kind) => [`grpc_${kind}`, 'counter', `photon_grpc_problems_total{kind=${kind}}`] as const,
    ),
    ...['input_accounts', 'output_accounts', 'leaf_nullifications', 'indexed_merkle_tree_updates'].map(
      (kind) => [`state_update.${kind}`, 'counter', `photon_state_updates_total{kind=${kind}}`] as const,
    ),
  ] as const)('makes of %s (%s) %s', (line, type, series) => {
    expect(seriesOf(`photon.${line}`, type)).toBe(series)
  })
})

describe('rules and panels', () => {
  const known = new Map(mappings.map(({ name }) => [name, mappings.filter((mapping) => mapping.name === name)]))
  const own = usedMetrics('photon/')

  test('are there', () => {
    expect(own.length).toBeGreaterThan(10)
  })

  test.each(own)('$where: asks for what the mapping makes, by its labels and words', ({ selectors }) => {
    for (const { metric, matchers } of selectors) {
      const made = known.get(metric) ?? []
      expect(made, metric).not.toEqual([])
      for (const { label, op, value } of matchers) {
        if (value.startsWith('$') || (op !== '=' && op !== '=~')) continue
        const words = made.map(({ labels }) => labels?.[label])
        for (const word of value.split('|')) expect(words, `${metric} ${label}`).toContain(word)
      }
    }
  })
})
