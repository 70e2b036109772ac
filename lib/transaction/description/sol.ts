import { type Change, type Found, sent, sumOf } from './change'
import type { KnownFacts } from './contract'
import { words } from './parts'
import { MISSING, UNBALANCED } from './reasons'

/** Lamports of accounts without data and address: those of others are their rent. */
export function solChanges({ events, consumed, created, lamports }: KnownFacts): Found[] {
  return events.flatMap((moved, event): Found[] => {
    const before = consumed.flatMap(({ event: of, fields }) =>
      of === event && fields && !fields.data && !fields.address
        ? { owner: fields.owner, amount: fields.lamports, token: null }
        : [],
    )
    const after = created.flatMap(({ event: of, account }) =>
      of === event && !account.data && !account.address
        ? { owner: account.owner, amount: account.lamports, token: null }
        : [],
    )
    const change: Change = { event, mint: null, before, after }
    if (before.length + after.length === 0) return []
    if (lamports.state === 'missing') return [uncertain(event, MISSING[lamports.reason])]
    if (!lamports.value.balances || sumOf(before) !== sumOf(after)) return [uncertain(event, UNBALANCED)]
    const parts = moved.compressed + moved.decompressed === 0n ? sent(change) : null
    return parts ? [{ kind: 'sol_transferred', event, parts }] : []
  })
}

const uncertain = (event: number, reason: string): Found => ({
  kind: 'unknown',
  event,
  parts: [words('Compressed SOL moved')],
  reason,
})
