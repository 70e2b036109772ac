import { forgetValues, hasValues } from '@/lib/platform/once'

/*
 * Test files share processes, so each test ends with taking away what lives as long as a process: the next one begins in
 * a new world.
 */

/** Lets go of everything that a process of ours keeps, the clock included. */
export async function newWorld(): Promise<void> {
  if (!hasValues()) return
  // Most tests know nothing of the gateway, and need not load it.
  const { forgetProcess } = await import('./upstream/new-process')
  await forgetProcess()
  forgetValues()
}
