import { countWrongLeaves, type LeafProblem, type LeafReport } from './leaf-report'

export function describeLeafProblem({ kind, tree, from, to, slotBefore, slotAfter }: LeafProblem): string {
  const leaves = from === to ? `leaf ${from}` : `leaves ${from} to ${to}`
  if (kind === 'repeated') return `${tree}: ${leaves} stored more than once, last in slot ${slotAfter}`
  if (kind === 'not on the chain') return `${tree}: ${leaves} stored, but not given out by the chain`
  const below = slotBefore === null ? 'below the first one stored' : `after slot ${slotBefore}`
  const above = slotAfter === null ? 'though the chain has given out more' : `before slot ${slotAfter}`
  return `${tree}: ${leaves} missing, ${below}, ${above}`
}

const LISTED = 20

export function describeTrees({ trees, removed, comparedAt, notCompared }: LeafReport): string[] {
  const lines = trees.slice(0, LISTED).map((of) => {
    const { tree, first, last } = of
    const sum = countWrongLeaves(of)
    const start = first === 0 ? '' : ', from the first one known'
    return `leaf indices: ${tree}: ${first} to ${last}${start}${sum === 0 ? ', each once' : `, ${sum} wrong`}`
  })
  if (trees.length > LISTED) lines.push(`leaf indices: and ${trees.length - LISTED} more trees`)
  for (const { tree, from, to } of removed) {
    lines.push(`leaf indices: ${tree}: ${from} to ${to} were of rounds of the sandbox that are removed`)
  }
  if (comparedAt !== null) lines.push(`leaf indices: compared with the chain as of slot ${comparedAt}`)
  if (notCompared !== null) lines.push(`leaf indices: not compared with the chain: ${notCompared}`)
  return lines
}
