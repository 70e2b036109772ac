import { forgetOnceValues, hasOnceValues } from '@/lib/platform/once'

/* Test files share processes: each test ends by resetting all process-wide state. */

export async function newWorld(): Promise<void> {
  if (!hasOnceValues()) return
  const { forgetProcess } = await import('./upstream/new-process')
  await forgetProcess()
  forgetOnceValues()
}
