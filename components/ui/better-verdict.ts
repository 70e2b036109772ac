import { useEffect } from 'react'

export const waiting = new Set<() => void>()

/** Called by components/status/note-verdict.ts. Returns unsubscribe. */
export function onBetterVerdict(retry: () => void): () => void {
  waiting.add(retry)
  return () => void waiting.delete(retry)
}

export function useBetterVerdict(waits: boolean | undefined, retry: () => void): void {
  useEffect(() => (waits ? onBetterVerdict(retry) : undefined))
}
