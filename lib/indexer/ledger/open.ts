import type { Environment } from '@/lib/platform/environment'
import type { Clock } from '../../platform/clock'
import { resolvePrograms } from '../../protocol/light/programs'
import { decodeSlot } from './decoded-slot'
import { openFolder } from './folder'
import type { Ledger } from './ledger'
import type { ReadBlock } from './rpc/read-block'
import { openRpc } from './rpc/rpc'
import { startOfReplacement } from './rpc/start-slot'
import { openSandbox } from './sandbox'

export interface OpenLedgerOptions {
  signal: AbortSignal
  print(line: string): void
  clock?: Clock
  /** Called once, with the genesis hash, when the nodes of a chain are found on another one. */
  onReplaced?: (genesisHash: string) => void
  /** Called with the reason when the newest slot becomes unknown; null: it is known again, or no node responds. */
  onHeadUnknown?: (why: string | null) => void
  /** Called with the reason when no block of a chain arrives although it advances; null: blocks arrive again. */
  onStall?: (why: string | null) => void
  /** True if it replaces a followed chain: START_SLOT was a slot of the earlier chain. */
  isReplacement?: boolean
  readBlock?: ReadBlock
}

/** @throws Error in one line if it cannot be read */
export async function openLedger(environment: Environment, use: OpenLedgerOptions): Promise<Ledger> {
  const { signal, print, clock, readBlock, onReplaced, onHeadUnknown, onStall } = use
  const { isReplacement = false } = use
  const { ledger, slotMs, programIds } = environment
  switch (ledger.kind) {
    case 'sandbox':
      return openSandbox({ slotMs })
    case 'folder': {
      const programs = await resolvePrograms(programIds)
      return openFolder({
        folder: ledger.path,
        compressionProgram: programIds.compression,
        onSkipped: (files) => {
          if (files > 0) print(`${files} files at or below the slot reached are not read again`)
        },
        decode: (slot) => decodeSlot(slot, programs),
      })
    }
    case 'rpc':
      if (isReplacement && typeof environment.startSlot === 'number') {
        print(`START_SLOT=${environment.startSlot} was a slot of the chain before, and is not used for this one`)
      }
      return openRpc({
        urls: ledger.urls,
        name: ledger.name,
        commitment: environment.commitment,
        startSlot: isReplacement ? startOfReplacement(environment.startSlot) : environment.startSlot,
        compressionProgram: programIds.compression,
        signal,
        onNote: print,
        ...(readBlock && { readBlock }),
        ...(onReplaced && { onReplaced }),
        ...(onStall && { onStall }),
        onHeadReply: (reply) => onHeadUnknown?.(reply && !reply.isSilent ? `${reply.op}: ${reply.reason}` : null),
        // No limit: the nodes responded a moment ago, and the server reports meanwhile why it has no data.
        ...(isReplacement && { timeoutMs: Number.POSITIVE_INFINITY }),
        ...(clock && { clock }),
      })
  }
}
