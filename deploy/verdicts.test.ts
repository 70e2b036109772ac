import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { VERDICT_FACTS, VERDICTS } from '@/lib/api/verdicts'
import { readPromql } from '@/lib/testing/deploy/promql'
import { shippedText } from '@/lib/testing/deploy/start-cache.mjs'

const METRIC = 'leafscan_indexer_verdict'
const ALL = [...VERDICTS].sort()

function namedIn(expr: string): string[] {
  const selectors = readPromql(expr).selectors.filter(({ metric }) => metric === METRIC)
  return selectors.flatMap(({ matchers }) =>
    matchers.flatMap(({ label, value }) => (label === 'verdict' ? value.split('|') : [])),
  )
}

interface Panel {
  title: string
  targets?: { expr: string }[]
  fieldConfig?: { defaults: { mappings?: { options: Record<string, { text: string; color: string }> }[] } }
}

const { panels } = JSON.parse(shippedText('grafana-dashboard.json')) as { panels: Panel[] }
const showVerdicts = panels.filter(({ targets = [] }) => targets.some(({ expr }) => namedIn(expr).length > 0))

describe('Grafana', () => {
  test('shows the verdict now, and over time', () => {
    expect(showVerdicts.map(({ title }) => title)).toEqual(['Verdict', 'Verdict over time'])
  })

  test.each(showVerdicts)('$title gives each verdict its severity, its word, and a colour of its own', (panel) => {
    const values = Object.fromEntries(VERDICTS.map((verdict) => [verdict, VERDICT_FACTS[verdict].severity]))
    for (const { expr } of panel.targets ?? []) {
      const factors = [...expr.matchAll(/verdict="([\w-]+)"\} \* (\d+)/g)].map(([, verdict, of]) => [
        verdict,
        Number(of),
      ])
      expect(Object.fromEntries(factors)).toEqual(values)
      expect(namedIn(expr).sort()).toEqual(ALL)
    }
    const shown = panel.fieldConfig?.defaults.mappings?.flatMap(({ options }) => Object.entries(options)) ?? []
    expect(Object.fromEntries(shown.map(([value, { text }]) => [text, Number(value)]))).toEqual(values)
    expect(new Set(shown.map(([, { color }]) => color)).size).toBe(VERDICTS.length)
  })
})

describe('alert rules', () => {
  const { groups } = parse(shippedText('alerts.yml')) as { groups: { rules: { alert: string; expr: string }[] }[] }
  const rules = groups.flatMap(({ rules }) => rules)

  test('wait for no verdict that is never given', () => {
    for (const { expr } of rules) expect(ALL).toEqual(expect.arrayContaining(namedIn(expr)))
  })

  test('have one that fires for every verdict but ok', () => {
    const { expr = '' } = rules.find(({ alert }) => alert === 'LeafscanVerdictNotOk') ?? {}
    const [selector] = readPromql(expr).selectors
    expect(selector).toEqual({ metric: METRIC, matchers: [{ label: 'verdict', op: '!=', value: 'ok' }] })
  })
})

describe('docs/on-call.md', () => {
  const text = fs.readFileSync(path.resolve(import.meta.dirname, '../docs/on-call.md'), 'utf8')
  const table = /^\| Verdict \|.*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(text)?.[1] ?? ''
  const rows = table
    .trim()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()))

  test('says of each verdict what it means and what to do', () => {
    expect(rows.map(([, verdict]) => verdict).sort()).toEqual(ALL.map((verdict) => `\`${verdict}\``))
    for (const [, , meaning, , action] of rows) expect([meaning, action]).not.toContain('')
  })

  test.each(VERDICTS)('says what a strict monitor gets of %s', (verdict) => {
    const monitors = rows.find(([, name]) => name === `\`${verdict}\``)?.[3]
    const { health, solid } = VERDICT_FACTS[verdict]
    if (!solid) expect(monitors).toMatch(/^the verdict before for 60 s, then 503/)
    else expect(monitors).toBe(health === 'pass' ? '200' : '503')
  })
})
