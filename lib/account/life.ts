import type { Problem } from '../api/problem'
import { formatDuration } from '../format/duration'
import { formatCount } from '../format/numbers'
import type { ChainEvidence, LifeEvidence } from '../page/evidence'
import type { SignatureItem } from '../protocol/rpc/items'
import type { AccountContent } from './history/contract'

export type Role = 'created' | 'consumed' | 'created and consumed' | 'unknown'

/**
 * When an account was created and consumed. The interface does not say which signature did what (Interface 4.5), and one
 * signature may mean a live account or one that a single transaction created and consumed.
 */
export type AccountLifetime = { roles: Role[] } & (
  | { kind: 'live'; created: SignatureItem }
  /** No consuming transaction is known; the creating one may also have consumed the account. */
  | { kind: 'created'; created: SignatureItem }
  | {
      kind: 'consumed'
      created: SignatureItem
      /** Equal to `created` when one transaction did both. */
      consumed: SignatureItem
      /** True: both are in one slot, so their order is unknown. */
      sameSlot: boolean
    }
  | { kind: 'unknown' }
  | { kind: 'contradiction'; why: string }
)

export const NO_EVIDENCE: LifeEvidence = { chain: null, liveAt: null }

export function chainEvidence(
  content: { ok: true; value: Pick<AccountContent, 'created' | 'consumed'> } | { ok: false; problem: Problem } | null,
): ChainEvidence {
  if (!content) return null
  if (content.ok) {
    const { created, consumed } = content.value
    return { kind: 'read', created: created.signature, consumed }
  }
  const { code, detail } = content.problem
  return code === 'sources_disagree' ? { kind: 'disagrees', why: detail } : null
}

/** @param items the account's signatures in any order */
export function lifeOf(
  items: readonly SignatureItem[],
  { chain, liveAt }: LifeEvidence = NO_EVIDENCE,
): AccountLifetime {
  const life = chain === null ? bySlots(items) : byChain(items, chain)
  if (liveAt === null) return life
  if (life.kind === 'created' && liveAt >= life.created.slot) return { ...life, kind: 'live' }
  if (life.kind === 'consumed' && liveAt > life.consumed.slot) {
    return contradiction(items, 'The owner’s list has it as live after the slot of its consuming transaction.')
  }
  return life
}

function byChain(items: readonly SignatureItem[], chain: NonNullable<ChainEvidence>): AccountLifetime {
  if (chain.kind === 'disagrees') return contradiction(items, chain.why)
  const created = items.find(({ signature }) => signature === chain.created)
  if (!created) {
    return contradiction(items, 'The chain node names a creating transaction that the indexer does not list.')
  }
  const others = distinct(items).filter(({ signature }) => signature !== created.signature)
  if (others.length > 1) return unknown(items)
  const [other = null] = others
  if (other && chain.consumed && other.signature !== chain.consumed.signature) {
    return contradiction(items, 'The chain node names another consuming transaction than the indexer.')
  }
  if (other && other.slot < created.slot) {
    return contradiction(items, 'The indexer lists a transaction from before the one that created the account.')
  }
  const consumed = other ?? chain.consumed
  return consumed
    ? consumedLife(items, created, consumed)
    : { kind: 'live', created, roles: items.map(() => 'created') }
}

function bySlots(items: readonly SignatureItem[]): AccountLifetime {
  const [first, second, ...more] = distinct(items)
  if (!first || more.length > 0) return unknown(items)
  if (!second) return { kind: 'created', created: first, roles: items.map(() => 'created') }
  if (first.slot === second.slot) {
    return { ...unknown(items), kind: 'consumed', created: second, consumed: first, sameSlot: true }
  }
  return first.slot > second.slot ? consumedLife(items, second, first) : consumedLife(items, first, second)
}

function consumedLife(
  items: readonly SignatureItem[],
  created: SignatureItem,
  consumed: SignatureItem,
): AccountLifetime {
  const both = created.signature === consumed.signature
  const roles = items.map(({ signature }): Role => {
    if (signature === created.signature) return both ? 'created and consumed' : 'created'
    return signature === consumed.signature ? 'consumed' : 'unknown'
  })
  return { kind: 'consumed', created, consumed, sameSlot: false, roles }
}

function unknown(items: readonly SignatureItem[]): AccountLifetime & { kind: 'unknown' } {
  return { kind: 'unknown', roles: items.map(() => 'unknown') }
}

function contradiction(items: readonly SignatureItem[], why: string): AccountLifetime {
  return { ...unknown(items), kind: 'contradiction', why }
}

function distinct(items: readonly SignatureItem[]): SignatureItem[] {
  return [...new Map(items.map((item) => [item.signature, item])).values()]
}

type Moment = Pick<SignatureItem, 'signature' | 'slot' | 'blockTime'>

export function lengthOfLife(created: Moment, consumed: Moment): string {
  const areTimesKnown = created.blockTime > 0 && consumed.blockTime >= created.blockTime
  return areTimesKnown
    ? formatDuration(consumed.blockTime - created.blockTime)
    : formatCount(consumed.slot - created.slot, 'slot')
}

export function lifetimeText(created: Moment, consumed: Moment): string {
  if (created.slot === consumed.slot) {
    return `consumed in the same ${created.signature === consumed.signature ? 'transaction' : 'slot'}`
  }
  return `live for ${lengthOfLife(created, consumed)}`
}
