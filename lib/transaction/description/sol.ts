import type { EventDetails } from '../contract'
import {
  addsUp,
  type Change,
  compressed,
  did,
  type Found,
  type Holding,
  instructionOf,
  sent,
  sentToItself,
} from './change'
import type { Kind, KnownFacts, Part } from './contract'
import { amount, phrase } from './parts'
import { MISSING, MIXED, UNBALANCED } from './reasons'

type Rule = (change: Change, moved: EventDetails) => Part[] | null

const RULES: readonly [Kind, Rule][] = [
  ['sol_compressed', (change, moved) => (moved.compressed > 0n ? compressed(change, moved.compressed) : null)],
  [
    'sol_decompressed',
    (change, moved) => (moved.decompressed > 0n ? did(change, 'decompressed', amount(moved.decompressed, null)) : null),
  ],
  ['sol_transferred', (change) => sent(change) ?? sentToItself(change)],
]

/** Of accounts without data and address: the lamports of others are their rent. */
export function solIn(facts: KnownFacts, event: number): Found[] {
  const { events, lamports } = facts
  const moved = events[event]
  const change = changeOf(facts, event)
  if (!moved || change.before.length + change.after.length === 0) return []
  const instruction = instructionOf(facts, event)
  const unsure = { kind: 'unknown', instruction, parts: phrase`compressed SOL moved` } as const
  if (lamports.state === 'missing') return [{ ...unsure, reason: MISSING[lamports.reason] }]
  if (!lamports.value.balances) return [{ ...unsure, reason: UNBALANCED }]
  if (!addsUp(change)) return [{ ...unsure, reason: MIXED, parts: [] }]
  return RULES.flatMap(([kind, say]): Found[] => {
    const parts = say(change, moved)
    return parts ? [{ kind, instruction, parts }] : []
  })
}

function changeOf({ events, consumed, created }: KnownFacts, event: number): Change {
  const spent = consumed.flatMap(({ event, fields }) => (fields ? { event, account: fields } : []))
  const holdings = (
    accounts: readonly {
      event: number
      account: { owner: string; lamports: bigint; data: unknown; address: string | null }
    }[],
  ) =>
    accounts.flatMap(({ event: of, account: { owner, lamports, data, address } }): Holding[] =>
      of === event && data === null && address === null ? [{ owner, amount: lamports, token: null }] : [],
    )
  const { compressed: entered = 0n, decompressed = 0n, relayFee = 0n } = events[event] ?? {}
  return {
    mint: null,
    before: holdings(spent),
    after: holdings(created),
    entered,
    left: decompressed + relayFee,
    delegate: null,
  }
}
