import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { StandIn } from '@/lib/testing/stand-in/stand-in'
import { startLeafscan } from '@/lib/testing/world/leafscan'
import { expect, test } from './page'

const READERS = 12
const ANSWER_MS = 3_000

test('F51 SIGTERM under load: /readyz says 503 at once, every answer under way is finished, exit code 0', {
  tag: '@slow',
}, async ({ request }) => {
  test.setTimeout(150_000)
  const owners = Array.from({ length: READERS }, (_, i) => addressOf(`owner ${i}`))
  const indexer = await new StandIn({ accounts: owners.flatMap((owner) => makeAccounts(owner, 3)) }).start()
  const leafscan = await startLeafscan({ INDEXER_URL: indexer.url, PROBE_SECONDS: '3600', DRAIN_SECONDS: '1' })
  try {
    indexer.fail({ kind: 'slow', ms: ANSWER_MS })
    const paths = owners.map((owner, i) =>
      i % 2 ? `/owner/${owner}` : `/api/v1/getCompressedAccountsByOwner?owner=${owner}`,
    )
    const underWay = paths.map((path) => request.get(leafscan.url + path, { timeout: 20_000 }))
    await expect.poll(() => indexer.calls.getCompressedAccountsByOwner).toBe(READERS)
    const told = Date.now()
    const exit = new Promise<number | null>((resolve) => leafscan.process.on('exit', resolve))
    leafscan.process.kill('SIGTERM')
    await expect.poll(async () => (await request.get(`${leafscan.url}/readyz`)).status(), { timeout: 900 }).toBe(503)
    const answers = await Promise.all(underWay)
    expect(answers.map((answer) => answer.status())).toEqual(paths.map(() => 200))
    for (const [i, answer] of answers.entries()) expect(await answer.text()).toContain(owners[i])
    expect(await exit).toBe(0)
    expect(Date.now() - told).toBeLessThan(10_000)
  } finally {
    leafscan.process.kill('SIGKILL')
    await indexer.stop()
  }
})
