/** Runs once when the explorer starts. Compiled for other runtimes too, hence the dynamic import. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') (await import('./lib/server/lifecycle')).begin()
}
