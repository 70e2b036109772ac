import os from 'node:os'

/**
 * Lets other threads go first: the one that answers needs a core at once, this one whatever is left. Linux takes a priority
 * for the thread that sets it; elsewhere it would be the whole process's.
 * @param by how far, on the scale of nice: at 10 it has a tenth of a core beside a busy thread, at 5 a quarter.
 */
export function letOthersGoFirst(by: number = os.constants.priority.PRIORITY_BELOW_NORMAL): void {
  const { PRIORITY_LOW } = os.constants.priority
  if (process.platform !== 'linux') return
  try {
    os.setPriority(Math.min(os.getPriority() + by, PRIORITY_LOW))
  } catch {
    // Where the system forbids it all threads are alike, as they are elsewhere.
  }
}
