/*
 * What lives as long as a process lies on globalThis, under symbols of ours. Test files share processes, so each test ends
 * with taking it away: the next one begins in a new world.
 */

/** Lets go of everything that a process of ours keeps, the clock included. */
export async function newWorld(): Promise<void> {
  if (kept('leafscan.gateway.').length > 0) {
    // Most tests know nothing of the gateway, and need not load it.
    const { forgetProcess } = await import('./gateway/new-process')
    await forgetProcess()
  }
  for (const key of kept('leafscan.')) Reflect.deleteProperty(globalThis, key)
}

/** What is kept under names that begin so. */
export function kept(name: string): symbol[] {
  return Object.getOwnPropertySymbols(globalThis).filter(({ description }) => description?.startsWith(name))
}
