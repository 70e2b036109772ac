import { type Comparison, type Difference, identityOfDifference, type SideIndex } from './contract'

/* A reorg or a moment between two answers can make one comparison differ, but not two in a row alike. */

export interface CheckedPair {
  last: ReadonlyMap<string, Difference>
  confirmed: readonly Difference[]
}

export const NOT_CHECKED: CheckedPair = { last: new Map(), confirmed: [] }

export function afterCheck(before: CheckedPair, { verdict, differences }: Comparison): CheckedPair {
  if (verdict === 'not_compared') return before
  const last = new Map(differences.map((each) => [identityOfDifference(each), each]))
  return { last, confirmed: [...last].filter(([identity]) => before.last.has(identity)).map(([, each]) => each) }
}

/** The side that is wrong in all of them, by hashes or by its own answer; null: either may be. */
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
