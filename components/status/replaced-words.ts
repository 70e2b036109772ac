import type { ChainReplaced } from '@/lib/api/status'

/** Every data page says for this long (ms) that the chain is another one; pages of what is not found say it for good. */
const SHOWN_MS = 3_600_000

/** Whether pages of rows say it at `nowMs` (Unix milliseconds). */
export function isNewChain({ at }: ChainReplaced, nowMs: number): boolean {
  return nowMs - Date.parse(at) < SHOWN_MS
}

/** That the network is on another chain than before, and what an address of an older page means now. */
export function replacedWords({ at }: ChainReplaced): string {
  const since = `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`
  return `This is another chain since ${since}: the one before was replaced. Addresses and hashes of pages from before may not exist here.`
}
