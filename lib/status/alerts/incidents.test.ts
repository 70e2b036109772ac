import { describe, expect, test } from 'vitest'
import type { Verdict } from '../../api/verdicts'
import { incidentKey } from './alert'
import { Incidents } from './incidents'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 5, minute)).toISOString()

function change(from: Verdict | null, to: Verdict, began: number, confirmed: number) {
  return { network: 'devnet', from, to, at: at(began), confirmedAt: at(confirmed), summary: '' }
}

function beginnings(incidents: Incidents, ...changes: ReturnType<typeof change>[]) {
  return changes.map((each) => incidents.beginningOf(each))
}

const UNRECORDED = () => null

describe('an incident', () => {
  test('begins with its first change away from ok, and its end belongs to it', () => {
    const incidents = new Incidents(UNRECORDED)
    const [behind, frozen, ok, next] = beginnings(
      incidents,
      change('ok', 'behind', 10, 11),
      change('behind', 'frozen', 20, 21),
      change('frozen', 'ok', 30, 31),
      change('ok', 'behind', 40, 41),
    )
    for (const each of [behind, frozen, ok]) expect(each).toEqual({ began: at(10), firstBegan: at(10) })
    expect(next).toEqual({ began: at(40), firstBegan: at(40) })
  })

  test('that is found to have begun earlier says so, and keeps its name', () => {
    const changes = [change('ok', 'behind', 10, 11), change('behind', 'frozen', 0, 12), change('frozen', 'ok', 30, 31)]
    const [behind, frozen, ok] = beginnings(new Incidents(UNRECORDED), ...changes)
    expect(behind).toEqual({ began: at(10), firstBegan: at(10) })
    expect(frozen).toEqual({ began: at(0), firstBegan: at(10) })
    expect(ok).toEqual(frozen)
    const names = [behind, frozen, ok].map((each) => incidentKey({ network: 'devnet', firstBegan: '', ...each }))
    expect(new Set(names)).toEqual(new Set([`leafscan-devnet-${Date.parse(at(10))}`]))
  })

  test('goes on after a restart by what is recorded', () => {
    const recorded = { began: at(0), firstBegan: at(10) }
    const [unreachable, ok] = beginnings(
      new Incidents(() => recorded),
      change('frozen', 'unreachable', 20, 21),
      change('unreachable', 'ok', 30, 31),
    )
    expect(unreachable).toEqual(recorded)
    expect(ok).toEqual(recorded)
  })
})
