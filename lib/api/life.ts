import type { SignatureItem } from '../rpc/items'

type Role = 'created' | 'consumed' | 'unknown'

/**
 * The life of one account version, by its signatures. The interface names no roles (Interface 4.5); one signature is its
 * creation, two are creation and consumption in slot order (design.md 5). One signature may also be both, when an
 * account was created and consumed within one transaction: the answer does not show which.
 */
export type Life =
  | { kind: 'created'; created: SignatureItem; roles: Role[] }
  | { kind: 'consumed'; created: SignatureItem; consumed: SignatureItem; sameSlot: boolean; roles: Role[] }
  | { kind: 'odd'; roles: Role[] }

/** Derives the life from the signatures, in whichever order they are listed. Within one slot the order means nothing. */
export function lifeOf(items: readonly SignatureItem[]): Life {
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
