import type { ChainReplaced } from '@/lib/api/status'

/** On data pages; not-found pages show it without limit. */
const SHOWN_MS = 3_600_000

export function isNewChain({ at }: ChainReplaced, nowMs: number): boolean {
  return nowMs - Date.parse(at) < SHOWN_MS
}

export function replacedText({ at }: ChainReplaced): string {
  const since = `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`
  return `This is another chain since ${since}: the one before was replaced. Addresses and hashes of pages from before may not exist here.`
}
