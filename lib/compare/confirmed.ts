import { type Comparison, type Difference, identityOfDifference, type SideIndex } from './contract'

/*
 * When a disagreement counts. Pure. A reorg or a moment between two answers may make one comparison differ: what two in a
 * row find alike is none of these.
 */

/** What the checks of one list of two indexers have found. */
export interface CheckedPair {
  /** Differences of the last check that settled anything, by their identities. */
  last: ReadonlyMap<string, Difference>
  /** Those that the check before it had found too: the disagreement that counts. */
  confirmed: readonly Difference[]
}

export const NOT_CHECKED: CheckedPair = { last: new Map(), confirmed: [] }

/** What stands after one more check. One that compared nothing changes nothing. */
export function afterCheck(before: CheckedPair, { verdict, differences }: Comparison): CheckedPair {
  if (verdict === 'not_compared') return before
  const last = new Map(differences.map((each) => [identityOfDifference(each), each]))
  return { last, confirmed: [...last].filter(([identity]) => before.last.has(identity)).map(([, each]) => each) }
}

/** The side that is wrong in all of them, where hashes or the side itself decide so; null: both may be. */
export function wrongSide(differences: readonly Difference[]): SideIndex | null {
  const wrong = new Set(
    differences.map((each) => {
      if (each.kind === 'duplicate') return each.on
      if (each.kind === 'answer' || each.right === null) return null
      return each.right === 0 ? 1 : 0
    }),
  )
  const [only] = wrong
  return wrong.size === 1 ? (only ?? null) : null
}
