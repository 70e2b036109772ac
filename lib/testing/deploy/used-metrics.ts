import { parse } from 'yaml'
import { ownLabels, readPromql, type Selector } from './promql'
import { shippedText } from './start-cache.mjs'

export interface Use {
  where: string
  selectors: Selector[]
  grouped: string[]
}

interface Rules {
  groups: { rules: { alert?: string; record?: string; expr: string }[] }[]
}

export function usedMetrics(folder = ''): Use[] {
  const { groups } = parse(shippedText(`${folder}alerts.yml`)) as Rules
  const { panels, templating } = JSON.parse(shippedText(`${folder}grafana-dashboard.json`)) as {
    panels: { title: string; targets?: { expr: string; legendFormat: string }[] }[]
    templating: { list: { name: string; definition?: string }[] }
  }
  const rules = groups.flatMap(({ rules }) => rules).map(({ alert, record, expr }) => use(alert ?? record ?? '', expr))
  const shown = panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => use(title, expr, labelsIn(legendFormat))),
  )
  const chosen = templating.list.flatMap(({ name, definition }) => {
    const [, selector = '', label = ''] = /^label_values\((.+), (\w+)\)$/.exec(definition ?? '') ?? []
    return selector === '' ? [] : use(`the choice of ${name}`, selector, [label])
  })
  return [...rules, ...shown, ...chosen]
}

function use(where: string, expr: string, more: string[] = []): Use {
  const { selectors, grouped } = readPromql(expr)
  // `up` and ALERTS are Prometheus's own; names with colons belong to rules.
  const own = selectors.filter(({ metric }) => metric !== 'up' && metric !== 'ALERTS' && !metric.includes(':'))
  const isRecorded = selectors.some(({ metric }) => metric.includes(':'))
  return { where, selectors: own, grouped: isRecorded ? [] : ownLabels([...grouped, ...more]) }
}

function labelsIn(legend: string): string[] {
  return [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label ?? '')
}
