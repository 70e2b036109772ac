import { isTokenProgram } from '../../protocol/light/token-program'
import type { ConsumedAccount } from '../contract'
import { type Change, type Found, sent, sumOf } from './change'
import type { Kind, KnownFacts, Part } from './contract'
import { words } from './parts'
import { MISSING, UNBALANCED } from './reasons'

type Rule = [kind: Kind, say: (change: Change) => Part[] | null]

const RULES: readonly Rule[] = [['tokens_transferred', sent]]

export function tokenChanges(facts: KnownFacts): Found[] {
  const { events, mints } = facts
  return events.flatMap((_, event): Found[] => {
    if (mints.state === 'missing') return holdsTokens(facts, event) ? [uncertain(event, MISSING[mints.reason])] : []
    return mints.value.flatMap(({ of, balances }) => {
      const change = changeOf(facts, event, of)
      if (change.before.length + change.after.length === 0) return []
      if (!balances || sumOf(change.before) !== sumOf(change.after)) return [uncertain(event, UNBALANCED)]
      return RULES.flatMap(([kind, say]): Found[] => {
        const parts = say(change)
        return parts ? [{ kind, event, parts }] : []
      })
    })
  })
}

const uncertain = (event: number, reason: string): Found => ({
  kind: 'unknown',
  event,
  parts: [words('Compressed tokens moved')],
  reason,
})

function holdsTokens({ consumed, created }: KnownFacts, event: number): boolean {
  const isUnread = ({ fields, content }: ConsumedAccount) =>
    content.state === 'read' ? content.token !== null : isTokenProgram(fields?.owner ?? '')
  return (
    created.some((one) => one.event === event && one.token !== null) ||
    consumed.some((one) => one.event === event && isUnread(one))
  )
}

function changeOf({ consumed, created }: KnownFacts, event: number, mint: string): Change {
  const before = consumed.flatMap((one) =>
    one.content.state === 'read' ? { event: one.event, token: one.content.token } : [],
  )
  const [was, is] = [before, created].map((accounts) =>
    accounts.flatMap(({ event: of, token }) =>
      of === event && token?.mint === mint ? { owner: token.owner, amount: token.amount, token } : [],
    ),
  )
  return { event, mint, before: was ?? [], after: is ?? [] }
}
