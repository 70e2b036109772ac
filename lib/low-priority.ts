import os from 'node:os'

/**
 * Lets other threads go first: the one that answers needs a core at once, this one whatever is left. Linux takes a priority
 * for the thread that sets it; elsewhere it would be the whole process's.
 */
export function letOthersGoFirst(): void {
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = os.constants.priority
  if (process.platform !== 'linux') return
  try {
    os.setPriority(Math.min(os.getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW))
  } catch {
    // Where the system forbids it all threads are alike, as they are elsewhere.
  }
}
