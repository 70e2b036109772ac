import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { shippedText } from '@/lib/testing/deploy/start-cache.mjs'

/* Evaluates the shipped inhibit rules. A real Alertmanager loads the file in run-book.nightly.test.ts. */

type Labels = Record<string, string>

interface Inhibition {
  source_matchers: string[]
  target_matchers: string[]
  equal: string[]
}

const file = parse(shippedText('alertmanager.yml')) as {
  inhibit_rules: Inhibition[]
  receivers: { name: string }[]
  route: { receiver: string; routes: { receiver: string }[] }
}
const rules = (
  parse(shippedText('alerts.yml')) as { groups: { rules: { alert: string; labels: { severity: string } }[] }[] }
).groups.flatMap(({ rules }) => rules.filter(({ alert }) => alert !== undefined))
const alerts = new Map(rules.map(({ alert, labels }) => [alert, labels.severity]))

/** Supports `=` and `=~`, the only operators in the file. */
function matches(matchers: readonly string[], labels: Labels): boolean {
  return matchers.every((matcher) => {
    const [, label = '', op, value = ''] = /^(\w+)(=~|=)"([^"]*)"$/.exec(matcher) ?? []
    if (op === undefined) throw new Error(`not understood: ${matcher}`)
    const found = labels[label] ?? ''
    return op === '=' ? found === value : new RegExp(`^(?:${value})$`).test(found)
  })
}

function delivered(firing: readonly Labels[]): string[] {
  const isHeld = (target: Labels) =>
    file.inhibit_rules.some(
      ({ source_matchers, target_matchers, equal }) =>
        matches(target_matchers, target) &&
        firing.some(
          (source) =>
            source !== target &&
            matches(source_matchers, source) &&
            equal.every((label) => (source[label] ?? '') === (target[label] ?? '')),
        ),
    )
  return firing.filter((labels) => !isHeld(labels)).map(({ alertname }) => alertname ?? '')
}

function about(alertname: string, over: Labels = {}): Labels {
  return { alertname, severity: alerts.get(alertname) ?? '', instance: 'a', upstream: 'mainnet', ...over }
}

describe('who is told what', () => {
  test('every route leads to a receiver, and every alert that is named exists', () => {
    const names = file.receivers.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([file.route.receiver, ...file.route.routes.map((r) => r.receiver)]))
    const named = [...shippedText('alertmanager.yml').matchAll(/Leafscan\w+(?!\.\+)\b/g)].map(([name]) => name)
    expect(named.length).toBeGreaterThan(5)
    expect([...alerts.keys()]).toEqual(expect.arrayContaining(named))
  })

  test.each([
    'LeafscanIndexerUnreachable',
    'LeafscanIndexerFlaps',
    'LeafscanIndexerDegraded',
    'LeafscanSlotStandsStill',
    'LeafscanIndexerBehind',
    'LeafscanIndexerSlow',
    'LeafscanOneIndexerFails',
    'LeafscanChainStandsStill',
    'LeafscanHealthNotAnswered',
  ])('%s is told, and not beside it that the verdict is not ok', (cause) => {
    expect(delivered([about(cause), about('LeafscanVerdictNotOk')])).toEqual([cause])
  })

  test('429: that is told, in one message, whatever else follows from it', () => {
    const firing = [
      about('LeafscanRateLimited', { severity: 'critical' }),
      about('LeafscanRateLimited', { severity: 'warning' }),
      about('LeafscanVerdictNotOk'),
      about('LeafscanBreakerOpen'),
    ]
    expect(delivered(firing)).toEqual(['LeafscanRateLimited'])
    expect(delivered([firing[1] as Labels, about('LeafscanSlotStandsStill')])).toEqual([
      'LeafscanRateLimited',
      'LeafscanSlotStandsStill',
    ])
  })

  test('a budget that burns is told unless an outage or a lag says why', () => {
    const fast = about('LeafscanErrorBudgetBurnsFast')
    const slower = [about('LeafscanErrorBudgetBurns'), about('LeafscanErrorBudgetBurnsSlowly')]
    expect(delivered([about('LeafscanIndexerUnreachable'), fast])).toEqual(['LeafscanIndexerUnreachable'])
    expect(delivered([about('LeafscanIndexerBehind'), fast, ...slower])).toEqual(['LeafscanIndexerBehind'])
    expect(delivered([fast, ...slower])).toEqual(['LeafscanErrorBudgetBurnsFast'])
  })

  test('a part of the calls refused does not explain a verdict', () => {
    const firing = [about('LeafscanRateLimited', { severity: 'warning' }), about('LeafscanVerdictNotOk')]
    expect(delivered(firing)).toHaveLength(2)
  })

  test('one indexer does not speak for another, nor one explorer for another', () => {
    const down = about('LeafscanIndexerUnreachable')
    expect(delivered([down, about('LeafscanVerdictNotOk', { upstream: 'devnet' })])).toHaveLength(2)
    expect(delivered([down, about('LeafscanVerdictNotOk', { instance: 'b' })])).toHaveLength(2)
  })

  test('wrong rows, damage and explorers that are gone are told beside any other cause', () => {
    const own = [
      'LeafscanRowsWrong',
      'LeafscanAnswersNotVerified',
      'LeafscanExplorerDown',
      'LeafscanEmbeddedIndexerDamaged',
    ]
    const firing = [about('LeafscanIndexerUnreachable'), ...own.map((alert) => about(alert))]
    expect(delivered(firing)).toHaveLength(firing.length)
  })
})
