import { compare } from '@/lib/compare/compare'
import type { CompareRequest, Difference, Pair } from '@/lib/compare/contract'
import type { Side } from '@/lib/compare/side'
import type { AnyItem } from '@/lib/protocol/rpc/items'
import { randomFrom } from '../indexer/random'
import { DELEGATE, MovingLedger, OWNER, sideOf } from './moving-ledger'

const HOUR = 9_000

export interface Hour {
  differences: Difference[]
  comparisons: number
  settled: number
}

/** @param edit where the second is wrong */
export async function hourOfMovement(
  seed: number,
  { live, comparisons, edit }: { live: number; comparisons: number; edit?: (rows: AnyItem[]) => AnyItem[] },
): Promise<Hour> {
  const random = randomFrom(seed)
  const ledger = new MovingLedger(random, live)
  const below = (most: number) => Math.floor(random() * (most + 1))
  const side = (label: string, edited: { edit?: (rows: AnyItem[]) => AnyItem[] }): Side => {
    const most = below(40)
    const during = () => ledger.pass(below(3), 2)
    return sideOf(ledger, label, { lag: () => below(most), ahead: () => below(2), during, ...edited })
  }
  const sides: Pair<Side> = [side('near#1', {}), side('near#2', edit ? { edit } : {})]
  const hour: Hour = { differences: [], comparisons: 0, settled: 0 }
  for (let i = 0; i < comparisons; i++) {
    ledger.pass(Math.floor(HOUR / comparisons), 0.2)
    const { hash } = ledger.accounts[below(ledger.accounts.length - 1)]?.row ?? { hash: '' }
    const requests: CompareRequest[] = [
      { what: 'owner', owner: OWNER },
      { what: 'delegate', delegate: DELEGATE },
      { what: 'latest' },
      { what: 'signatures', hash },
    ]
    for (const request of requests) {
      const result = await compare(sides, request, { prove: async (_, rows) => rows.map(() => null) })
      hour.differences.push(...result.differences)
      hour.comparisons++
      if (result.verdict !== 'not_settled') hour.settled++
    }
  }
  return hour
}
