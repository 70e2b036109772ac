import { base58 } from '@scure/base'
import type { Programs } from '../../protocol/light/programs'
import { type ParsedTransaction, parseTransaction } from '../../protocol/light/transaction'
import { readSlot, type SlotFiles } from './folder'
import type { CheckedHashes, LedgerBlock } from './ledger'

/** Leaves out accounts whose hash does not match: files are not trusted. @throws FolderError for a file of another form */
export async function decodeSlot(slot: SlotFiles, programs: Programs): Promise<LedgerBlock> {
  const { blockTime, transactions } = readSlot(slot, programs.compression)
  const hashes: CheckedHashes = { counts: { matches: 0, differs: 0, cannot_tell: 0 }, leftOut: [] }
  const decoded: ParsedTransaction[] = []
  for (const transaction of transactions) {
    const parsed = parseTransaction(transaction, programs)
    if (parsed.ok && parsed.update === null && parsed.undecodable.length === 0) continue
    decoded.push(await withoutFalse(parsed, hashes))
  }
  return { slot: slot.slot, blockTime, transactions: [], decoded, hashes }
}

async function withoutFalse(parsed: ParsedTransaction, { counts, leftOut }: CheckedHashes): Promise<ParsedTransaction> {
  if (!parsed.ok || !parsed.update || parsed.update.outputs.length === 0) return parsed
  // Lazy: loading the hash functions takes 250 ms, and a ledger without accounts needs none.
  const { checkAccount } = await import('../../protocol/light/check-account')
  const outputs = parsed.update.outputs.filter((account) => {
    const result = checkAccount(account)
    counts[result]++
    if (result === 'differs') {
      leftOut.push({ signature: base58.encode(parsed.signature), hash: base58.encode(account.hash) })
    }
    return result !== 'differs'
  })
  return { ...parsed, update: { ...parsed.update, outputs } }
}
