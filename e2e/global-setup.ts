import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { WorldHost } from '@/lib/testing/world/host'
import { publishHost } from '@/lib/testing/world/worlds'

/** Builds before the journeys: two workers must not build at the same time. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], {
    cwd: path.resolve(import.meta.dirname, '..'),
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('the build failed')
  const host = await WorldHost.start()
  publishHost(host.url)
  return () => host.stop()
}
