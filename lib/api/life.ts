import type { SignatureItem } from '../rpc/items'

type Role = 'created' | 'consumed' | 'unknown'

/**
 * The life of one account version, by its signatures. The interface names no roles (Interface 4.5); one signature is its
 * creation, two are creation and consumption in slot order (design.md 5). One signature may also be both, when an
 * account was created and consumed within one transaction: the answer does not show which.
 */
export type Life =
  | { kind: 'created'; created: SignatureItem; roles: Role[] }
  | {
      kind: 'consumed'
      created: SignatureItem
      consumed: SignatureItem
      /** True where both stand in one slot and which is which is not known. */
      sameSlot: boolean
      roles: Role[]
    }
  | { kind: 'odd'; roles: Role[] }

/** Which transaction created a version, and which consumed it, where a chain node holds them; the same one may be both. */
export interface KnownRoles {
  created: string
  /** Null: none is known. */
  consumed: string | null
}

/**
 * Derives the life from the signatures, in whichever order they are listed. Within one slot the order means nothing.
 * @param known what the transactions themselves say.
 */
export function lifeOf(items: readonly SignatureItem[], known: KnownRoles | null = null): Life {
  const created = items.find(({ signature }) => signature === known?.created)
  const consumed = items.find(({ signature }) => signature === known?.consumed)
  if (created && consumed && items.length <= 2) {
    const roles = items.map((item) => (item === created ? 'created' : 'consumed'))
    return { kind: 'consumed', created, consumed, sameSlot: false, roles }
  }
  const [first, second] = items
  if (first && items.length === 1) return { kind: 'created', created: first, roles: ['created'] }
  if (first && second && items.length === 2) {
    if (first.slot === second.slot) {
      return { kind: 'consumed', created: second, consumed: first, sameSlot: true, roles: ['unknown', 'unknown'] }
    }
    const newestFirst = first.slot > second.slot
    return {
      kind: 'consumed',
      created: newestFirst ? second : first,
      consumed: newestFirst ? first : second,
      sameSlot: false,
      roles: newestFirst ? ['consumed', 'created'] : ['created', 'consumed'],
    }
  }
  return { kind: 'odd', roles: items.map(() => 'unknown') }
}
