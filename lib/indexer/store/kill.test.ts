import { expect, it } from 'vitest'
import { inFolder } from '@/lib/testing/indexer/indexer-process'
import { filePlaces, killWriter } from '@/lib/testing/indexer/kill-writer'

it('12 kills at named points and random moments, forks included, leave whole steps', { timeout: 120_000 }, async () => {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 2 ** 31)
  console.log(`KILL_SEED=${seed}`)
  const deaths = await inFolder((folder) => killWriter({ kills: 12, seed }, filePlaces(folder)))
  expect(deaths.get('a random moment')).toBeGreaterThan(0)
  expect(deaths.size).toBeGreaterThan(2)
})
