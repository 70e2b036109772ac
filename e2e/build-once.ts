import { spawnSync } from 'node:child_process'
import path from 'node:path'

/** Builds before the journeys, so that two workers do not try to at the same time. */
export default function buildOnce(): void {
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], {
    cwd: path.resolve(import.meta.dirname, '..'),
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('the build failed')
}
