/** What waits for the indexer. */
export const waiting = new Set<() => void>()

/** Calls back when the verdict got better, until the returned function is called. components/status/note-verdict.ts */
export function onBetterVerdict(retry: () => void): () => void {
  waiting.add(retry)
  return () => void waiting.delete(retry)
}
