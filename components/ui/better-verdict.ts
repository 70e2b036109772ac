import { useEffect } from 'react'

export const waitingRetries = new Set<() => void>()

/** Called by components/status/note-verdict.ts. Returns unsubscribe. */
export function onBetterVerdict(retry: () => void): () => void {
  waitingRetries.add(retry)
  return () => void waitingRetries.delete(retry)
}

export function useBetterVerdict(waits: boolean | undefined, retry: () => void): void {
  useEffect(() => (waits ? onBetterVerdict(retry) : undefined))
}
