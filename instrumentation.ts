/** Called once by Next.js, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { installSiteHooks: handInSite } = await import('./lib/site/listener-hooks')
  const { startExplorer: begin } = await import('./lib/server/begin')
  handInSite()
  begin()
}
