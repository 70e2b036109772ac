import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readPromql } from '@/lib/testing/deploy/promql'
import { shippedText } from '@/lib/testing/deploy/start-cache.mjs'

interface Rule {
  alert: string
  expr: string
  for: string
  labels: Record<string, string>
  annotations: Record<string, string>
}

interface RuleTest {
  promql_expr_test?: { expr: string; exp_samples: unknown[] }[]
  alert_rule_test?: { alertname: string; exp_alerts: unknown[] }[]
}

const FOLDERS = ['', 'photon/']

function rulesOf(folder: string): Rule[] {
  const file = parse(shippedText(`${folder}alerts.yml`)) as { groups: { rules: (Rule | { record: string })[] }[] }
  return file.groups.flatMap(({ rules }) => rules).filter((rule) => 'alert' in rule)
}

const runbook = fs.readFileSync(path.resolve(import.meta.dirname, '../docs/on-call.md'), 'utf8')
const headings = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, heading]) => heading)

describe.each(FOLDERS)('alert rules of deploy/%s', (folder) => {
  const rules = rulesOf(folder)
  const names = [...new Set(rules.map(({ alert }) => alert))]

  test.each(rules)('$alert says for how long, how urgent, what, what to look at, and where it is explained', (rule) => {
    expect(rule.for).toMatch(/^\d+[smh]$/)
    expect(['critical', 'warning']).toContain(rule.labels.severity)
    const { summary = '', description = '', runbook } = rule.annotations
    expect(summary.length).toBeGreaterThan(10)
    expect(description).toMatch(/\.$/)
    // An explorer that is gone serves no run book.
    const isServed = folder === '' && !/^LeafscanExplorer(Down|Absent)$/.test(rule.alert)
    const place = isServed ? '{{ $labels.site }}/help/on-call' : 'docs/on-call.md'
    expect(runbook).toBe(`${place}#${rule.alert.toLowerCase()}`)
    expect(readPromql(rule.expr).selectors).not.toEqual([])
  })

  test('the runbook has a part for each alert, in the same order, and for no other one', () => {
    const others = FOLDERS.filter((other) => other !== folder).flatMap(rulesOf)
    const explained = headings.filter((heading) => !others.some(({ alert }) => alert === heading))
    expect(explained).toEqual(names)
  })

  test.each(names)('%s is tried by a rule test that has it fire and clear', (alert) => {
    const files = fs.readdirSync(path.join(import.meta.dirname, folder)).filter((name) => name.endsWith('.test.yml'))
    const tests = files.flatMap((name) => (parse(shippedText(folder + name)) as { tests: RuleTest[] }).tests)
    const expected = tests.flatMap(({ promql_expr_test: exprs = [], alert_rule_test: alerts = [] }) => [
      ...exprs
        .filter(({ expr }) => expr.includes(`alertname="${alert}"`))
        .map(({ exp_samples }) => exp_samples.length > 0),
      ...alerts.filter(({ alertname }) => alertname === alert).map(({ exp_alerts }) => exp_alerts.length > 0),
    ])
    expect(expected[0]).toBe(false)
    expect(expected).toContain(true)
    expect(expected.at(-1)).toBe(false)
  })
})
