import { describe, expect, test } from 'vitest'
import { readPromql } from '@/lib/testing/deploy/promql'
import { shippedText } from '@/lib/testing/deploy/start-cache.mjs'

interface Panel {
  id: number
  type: string
  title: string
  datasource?: { uid: string }
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { refId: string; expr: string; datasource: { uid: string } }[]
}

const text = shippedText('grafana-dashboard.json')
const dashboard = JSON.parse(text) as {
  id?: number
  uid: string
  templating: { list: { name: string; type: string }[] }
  panels: Panel[]
}
const { panels } = dashboard
const shown = panels.filter(({ type }) => type !== 'row')

describe('the dashboard', () => {
  test('can be imported anywhere: no id of one Grafana, no data source but the chosen one', () => {
    expect(dashboard.id).toBeUndefined()
    const sources = [...text.matchAll(/"uid": "([^"]+)"/g)].map(([, uid]) => uid)
    expect(new Set(sources)).toEqual(new Set(['leafscan', '$datasource']))
    expect(shown.every(({ datasource }) => datasource?.uid === '$datasource')).toBe(true)
  })

  test('has its rows in the order in which a person on call asks', () => {
    const rows = panels.filter(({ type }) => type === 'row').map(({ title }) => title)
    expect(rows).toEqual(['Verdict and lag', 'Requests and latency', 'Upstream outcomes', 'Cache', 'Process'])
  })

  test('is chosen by explorer and by indexer', () => {
    expect(dashboard.templating.list.map(({ name }) => name)).toEqual(['datasource', 'instance', 'upstream'])
  })

  test('no two panels share an id, a title or a place', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length)
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)},${y + Math.floor(n / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true)
  })

  test.each(shown)('$title asks for metrics, of the chosen explorers and indexers', ({ targets = [] }) => {
    expect(targets.length).toBeGreaterThan(0)
    for (const { expr } of targets) {
      const { selectors } = readPromql(expr)
      expect(selectors).not.toEqual([])
      for (const { metric, matchers } of selectors) {
        const chosen = matchers.filter(({ value }) => value.startsWith('$')).map(({ label }) => label)
        if (!/^leafscan_(ingest|store|rpc)_/.test(metric)) expect(chosen).toContain('instance')
      }
    }
  })
})
