/** Called once by Next.js, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { installSiteHooks } = await import('./lib/site/listener-hooks')
  const { startExplorer } = await import('./lib/server/begin')
  installSiteHooks()
  startExplorer()
}
