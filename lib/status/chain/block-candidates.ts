import { base58 } from '@scure/base'
import { counted, groupDigits } from '../../format/numbers'
import { capital } from '../../format/text'
import { loopTurn } from '../../platform/turns'
import { firstSignature, type SerialisedTransaction } from '../../protocol/light/groups'
import { isLayoutError } from '../../protocol/light/layouts'
import type { Programs } from '../../protocol/light/programs'
import { type ParsedTransaction, parseTransaction } from '../../protocol/light/transaction'

/* Unusual parts of a block that may have stopped an indexer, in our own words only. */

const MANY_TRANSACTIONS = 5_000

const MOST_NAMED = 3

export async function candidatesIn(
  transactions: readonly SerialisedTransaction[],
  programs: Programs,
): Promise<string[]> {
  const ofVersions = transactions.flatMap((each) => {
    const { version } = each
    if (typeof version !== 'number' || version <= 0) return []
    return [`${nameOf(each)} has version ${version}, which the indexer may not know.`]
  })
  const undecodable: string[] = []
  for (const each of transactions) {
    // A node may return megabytes for each.
    await loopTurn()
    const parsed = parseTransaction(each, programs)
    if (parsed.ok && parsed.undecodable.length === 0) continue
    undecodable.push(sentenceOn(each, parsed))
  }
  const size = transactions.length
  const big = size > MANY_TRANSACTIONS ? [`It is unusually big: ${groupDigits(size)} transactions.`] : []
  return [...most(ofVersions), ...most(undecodable), ...big]
}

function sentenceOn(transaction: SerialisedTransaction, parsed: ParsedTransaction): string {
  if (!parsed.ok && !parsed.isRecorded) return `${capital(parsed.reason)}.`
  return `${nameOf(transaction)} ${parsed.ok ? 'has an event that does not decode' : 'cannot be read'}.`
}

function most(sentences: readonly string[]): string[] {
  const left = sentences.length - MOST_NAMED
  const more = left > 0 ? [`So it is with ${counted(left, 'more transaction')}.`] : []
  return [...sentences.slice(0, MOST_NAMED), ...more]
}

function nameOf({ transaction }: SerialisedTransaction): string {
  try {
    return `Transaction ${base58.encode(firstSignature(transaction))}`
  } catch (error) {
    if (isLayoutError(error)) return 'A transaction'
    throw error
  }
}

/** Agave's error codes for a slot without a block. */
const SLOT_ERRORS: Readonly<Record<number, string>> = {
  [-32001]: 'The node has cleaned up slot N',
  [-32004]: 'The node has no block of slot N',
  [-32007]: 'The node calls slot N skipped, or missing since it began from a snapshot',
  [-32009]: 'The node calls slot N skipped, or missing in its long-term storage',
  [-32014]: 'The node has no block of slot N yet',
  [-32015]: 'The block of slot N holds a transaction of a version above 1',
}

export function slotErrorWords(slot: number, code: number): string {
  const words = SLOT_ERRORS[code] ?? 'The node does not give the block of slot N'
  return `${words.replace('N', groupDigits(slot))} (error ${code}).`
}

const WITHOUT_BLOCK = new Set([-32001, -32004, -32007, -32009, -32014])

export function isWithoutBlock(code: number): boolean {
  return WITHOUT_BLOCK.has(code)
}
