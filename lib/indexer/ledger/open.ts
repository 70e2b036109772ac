import type { Environment } from '@/lib/platform/environment'
import type { Clock } from '../../platform/clock'
import { programsOf } from '../../protocol/light/programs'
import { decodedSlot } from './decoded-slot'
import { type DecodeSlots, openFolder } from './folder'
import type { Ledger } from './ledger'
import type { ReadBlock } from './rpc/read-block'
import { openRpc } from './rpc/rpc'
import { startOfReplacement } from './rpc/start-slot'
import { openSandbox } from './sandbox'

/** What ends a ledger, and where lines for the console go. */
export interface LedgerUse {
  signal: AbortSignal
  print(line: string): void
  /** The machine's unless a test has another. */
  clock?: Clock
  /** Called once, when the nodes of a chain are found on another one, with its genesis hash. */
  onReplaced?: (genesisHash: string) => void
  /** Called with the highest slot of a chain each time that a node says it. */
  onHead?: (slot: number) => void
  /** Called when that is not known any more, with why in words; null: a node says it again, or none answers at all. */
  onHeadUnknown?: (why: string | null) => void
  /** Called when no block of a chain comes although it goes on, with why in words; null: blocks come again. */
  onStanding?: (why: string | null) => void
  /** True where it takes the place of a chain that was followed: START_SLOT was a slot of that one. */
  isReplacement?: boolean
  /** For a folder of many files. */
  decodeMany?: DecodeSlots
  /** For a chain: how blocks are read; in this thread unless it is given. */
  readBlock?: ReadBlock
}

/**
 * The ledger that the environment names.
 * @throws Error in one line when it cannot be read.
 */
export async function openLedger(environment: Environment, use: LedgerUse): Promise<Ledger> {
  const { signal, print, clock, decodeMany, readBlock, onReplaced, onHead, onHeadUnknown, onStanding } = use
  const { isReplacement = false } = use
  const { ledger, slotMs, programIds } = environment
  switch (ledger.kind) {
    case 'sandbox':
      return openSandbox({ slotMs })
    case 'folder': {
      const programs = await programsOf(programIds)
      return openFolder({
        folder: ledger.path,
        compressionProgram: programIds.compression,
        onSkipped: (files) => {
          if (files > 0) print(`${files} files at or below the slot reached are not read again`)
        },
        decode: (slot) => decodedSlot(slot, programs),
        ...(decodeMany && { decodeMany }),
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
        ...(onHead && { onHead }),
        ...(onStanding && { onStanding }),
        onHeadReply: (reply) => onHeadUnknown?.(reply && !reply.isSilent ? `${reply.op}: ${reply.reason}` : null),
        // Its nodes were there a moment ago: what answers meanwhile says why it has nothing to tell.
        ...(isReplacement && { patience: Number.POSITIVE_INFINITY }),
        ...(clock && { clock }),
      })
  }
}
