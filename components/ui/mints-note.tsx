import type { Problem } from '@/lib/api/problem'

/** Below amounts of tokens: why some of them are in base units, where a chain node failed to say more. */
export function MintsNote({ problem }: { problem: Problem | null }) {
  // Without a node nothing is missing: /help says what one would add.
  if (!problem || problem.code === 'no_chain_node') return null
  return (
    <p className="of-rows mt-3 text-sm text-muted">
      {`Some amounts are in base units, because the decimals of their mints could not be read. ${problem.detail}`}
    </p>
  )
}
