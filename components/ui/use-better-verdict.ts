import { useEffect } from 'react'
import { onBetterVerdict } from './better-verdict'

/** Retries when the verdict gets better, while something waits. */
export function useBetterVerdict(waits: boolean | undefined, retry: () => void): void {
  useEffect(() => (waits ? onBetterVerdict(retry) : undefined))
}
