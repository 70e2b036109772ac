import { useEffect } from 'react'
import { onBetterVerdict } from './better-verdict'

export function useBetterVerdict(waits: boolean | undefined, retry: () => void): void {
  useEffect(() => (waits ? onBetterVerdict(retry) : undefined))
}
