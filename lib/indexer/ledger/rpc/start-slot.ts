import { GENESIS_HASHES } from '../../../protocol/solana/clusters'

/** First slots with compression transactions, by genesis hash. facts/light-events.md 14. */
const KNOWN_STARTS = new Map([
  [GENESIS_HASHES['mainnet-beta'], 286_193_746],
  [GENESIS_HASHES.devnet, 319_998_226],
])

export type StartSlot = number | 'latest' | null

/** `latest` is the newest slot. Slot 0 holds no transactions. */
export function firstSlot(chosen: StartSlot, genesisHash: string, newest: number): number {
  if (chosen === 'latest') return newest
  return Math.max(1, chosen ?? KNOWN_STARTS.get(genesisHash) ?? 0)
}

/** For a chain that replaced another: a slot number was meant for the earlier chain, `latest` holds for any. */
export function startOfReplacement(chosen: StartSlot): StartSlot {
  return chosen === 'latest' ? chosen : null
}

/** null: no note. @throws Error if START_SLOT would leave a hole */
export function startSlotNotice(chosen: StartSlot, reached: number): string | null {
  if (chosen === null) return null
  if (chosen !== 'latest' && chosen > reached + 1) {
    throw new Error(`START_SLOT=${chosen}: the store has reached slot ${reached}, so a later start would leave a hole`)
  }
  return `START_SLOT=${chosen} has no effect: the store goes on behind slot ${reached}`
}
