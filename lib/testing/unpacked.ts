import { createGunzip } from 'node:zlib'
import { vi } from 'vitest'

export function countUnpacked(): () => number {
  const push = vi.spyOn(Object.getPrototypeOf(createGunzip()) as { push(chunk: Buffer | null): boolean }, 'push')
  return () => push.mock.calls.reduce((sum, [chunk]) => sum + (chunk?.length ?? 0), 0)
}
