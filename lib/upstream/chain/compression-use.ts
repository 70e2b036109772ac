import { loopTurn } from '../../platform/turns'
import { hasFailed } from '../../protocol/light/effects'
import { openWholeYielding, type WholeTransaction } from '../../protocol/light/groups'
import { isLayoutError } from '../../protocol/light/layouts'
import type { Programs } from '../../protocol/light/programs'
import { cachedEvents } from '../../protocol/light/transaction'
import type { NodeTransaction } from '../../protocol/solana/node-transaction'
import { programsUsedBy } from './earlier-programs'

/** `none`: failed, or without a compression program; `nothing found`: has the program, no event; `not recorded`: lacks data. */
export type CompressionUse = 'changed' | 'none' | 'nothing found' | 'not recorded' | 'unreadable'

export async function compressionUse(source: NodeTransaction, today: Programs): Promise<CompressionUse> {
  try {
    const whole = await openWholeYielding(source, loopTurn)
    const programs = await programsUsedBy(whole.accounts, today)
    if (!usesCompression(source, whole, programs)) return 'none'
    if (!whole.isRecorded) return 'not recorded'
    return cachedEvents(whole.groups, programs).usesCompression ? 'changed' : 'nothing found'
  } catch (error) {
    if (isLayoutError(error)) return 'unreadable'
    throw error
  }
}

export function usesCompression(source: NodeTransaction, whole: WholeTransaction, programs: Programs): boolean {
  return !hasFailed(source) && whole.accounts.includes(programs.compression)
}
