import { setImmediate } from 'node:timers/promises'
import { ProblemError } from '@/lib/api/problem'
import { ask } from '@/lib/listing/ask'
import { networkNamed } from '@/lib/upstream/networks/networks'
import { ownerAt } from './fake.mjs'

/*
 * A process that asks an indexer as a route does, for hostile.mjs: what one answer makes of it. The indexer is INDEXER_URL;
 * it answers well until a request for the path /hostile.
 */

/** Requests before the one that counts: V8 compiles what is hot. */
const WARM = 200

/** Processor time of this process: what other work on the machine hardly moves. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const mebibytes = (bytes: number) => bytes / 1024 / 1024

async function main(): Promise<void> {
  const network = networkNamed(undefined)
  if (!network) throw new Error('INDEXER_URL names no network')
  const outcomeOf = (n: number) =>
    ask(network, 'getCompressedAccountsByOwner', { owner: ownerAt('hostile', n), limit: 50 })
      .then(() => 'answered')
      .catch((error: unknown) => {
        if (error instanceof ProblemError) return error.problem.code
        throw error
      })
  for (let n = 0; n < WARM; n++) await outcomeOf(n)
  await fetch(`${process.env.INDEXER_URL}/hostile`, { method: 'POST', body: '{}' })
  global.gc?.()

  const { rss: before } = process.memoryUsage()
  const peakBefore = process.resourceUsage().maxRSS
  const cpuBefore = cpuMs()
  let [stallMs, turnCpuMs, sampled, over] = [0, 0, before, false]
  const request = outcomeOf(WARM).finally(() => {
    over = true
  })
  for (let [last, lastCpu] = [performance.now(), cpuMs()]; !over; ) {
    await setImmediate()
    const [now, cpu] = [performance.now(), cpuMs()]
    stallMs = Math.max(stallMs, now - last)
    turnCpuMs = Math.max(turnCpuMs, cpu - lastCpu)
    last = now
    lastCpu = cpu
    sampled = Math.max(sampled, process.memoryUsage.rss())
  }
  const outcome = await request
  const peak = process.resourceUsage().maxRSS
  const most = peak > peakBefore ? peak * 1024 : sampled
  const answer = { outcome, stallMs, turnCpuMs, cpuMs: cpuMs() - cpuBefore, mebibytes: mebibytes(most - before) }
  console.log(JSON.stringify(answer))
  process.exit(0)
}

await main()
