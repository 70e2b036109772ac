import { createProgress, follow, type Progress } from '@/lib/indexer/ledger/follow'
import type { LedgerBlock, LinearLedger } from '@/lib/indexer/ledger/ledger'
import { openSqlite } from '@/lib/indexer/store/sqlite/open'
import type { Store } from '@/lib/indexer/store/store'
import { PROGRAMS } from './synthetic-chain'

export function ledgerOf(blocks: LedgerBlock[]): LinearLedger {
  const tip = Math.max(0, ...blocks.map(({ slot }) => slot))
  return {
    identity: 'made up',
    title: 'made up',
    readySlot: tip,
    tip: () => tip,
    async *blocks(after, signal) {
      for (const block of blocks) {
        if (signal.aborted) return
        if (block.slot > after) yield block
      }
    },
  }
}

export async function indexed(
  blocks: LedgerBlock[],
  store: Store = openSqlite(':memory:', { ledger: 'made up', programIds: {} }),
): Promise<{ store: Store; progress: Progress; ready: boolean }> {
  const progress = createProgress()
  let ready = false
  await follow({
    ledger: ledgerOf(blocks),
    store,
    programs: PROGRAMS,
    progress,
    signal: new AbortController().signal,
    onReady: () => {
      ready = true
    },
  })
  return { store, progress, ready }
}
