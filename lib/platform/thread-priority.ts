import os from 'node:os'

/**
 * For threads that must not delay the one that answers requests. Linux sets priority per thread; elsewhere it is per process.
 * @param by nice value: at 10 a tenth of a core beside a busy thread, at 5 a quarter
 */
export function lowerThreadPriority(by: number = os.constants.priority.PRIORITY_BELOW_NORMAL): void {
  const { PRIORITY_LOW } = os.constants.priority
  if (process.platform !== 'linux') return
  try {
    os.setPriority(Math.min(os.getPriority() + by, PRIORITY_LOW))
  } catch {
    // Without permission all threads keep the same priority.
  }
}
