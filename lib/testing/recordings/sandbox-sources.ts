import path from 'node:path'
import { base58 } from '@scure/base'
import { loopSlots, openLoop } from '@/lib/indexer/ledger/loop/round'
import { openRecording, type RecordedSlot } from '@/lib/indexer/ledger/recording'
import { openSandboxFiles } from '@/lib/indexer/ledger/sandbox'
import { firstSignature } from '@/lib/protocol/light/groups'
import type { NodeTransaction } from '@/lib/protocol/solana/node-transaction'
import { PROGRAMS } from '@/lib/testing/indexer/synthetic-chain'

const FOLDER = path.join(import.meta.dirname, '../../indexer/sandbox/recording')

function sourcesIn(slots: Iterable<RecordedSlot>, until = Number.POSITIVE_INFINITY): NodeTransaction[] {
  const sources: NodeTransaction[] = []
  for (const { slot, transactions } of slots) {
    if (slot >= until) break
    for (const transaction of transactions) {
      const signature = base58.encode(firstSignature(transaction.transaction))
      const about = { signature, slot, blockTime: 0, finalized: true, unchecked: false, logsLeftOut: 0 }
      sources.push({ ...transaction, ...about })
    }
  }
  return sources
}

/** Of the sandbox's first recording, in order. */
export function sandboxSources(): NodeTransaction[] {
  return sourcesIn(openRecording(path.join(FOLDER, 'sandbox.recording')).slots(0))
}

/** Of the first round of its loops. */
export function loopSources(): NodeTransaction[] {
  const { loop: recording } = openSandboxFiles()
  const { firstSlot, roundSlots } = recording
  return sourcesIn(loopSlots(openLoop(recording, PROGRAMS), firstSlot - 1), firstSlot + roundSlots)
}
