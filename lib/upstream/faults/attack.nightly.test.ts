import { fork } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { addressOf } from '@/lib/testing/stand-in/fixtures'
import { startLeafscan } from '@/lib/testing/world/leafscan'
import { bundle, SERVER_ALIAS } from '@/scripts/bundle.mjs'

const SECONDS = 10
/** What did not come by then counts as unanswered. */
const LATE_MS = 15_000

/** @returns 0: no answer */
function statusOf(url: string, localAddress: string, agent: http.Agent | false = false): Promise<number> {
  return new Promise((resolve) => {
    const request = http.get(url, { localAddress, agent, timeout: LATE_MS }, (response) => {
      response.resume()
      response.on('close', () => resolve(response.complete ? (response.statusCode ?? 0) : 0))
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(0))
  })
}

test('a heap of 256 MB survives endless lists and impossible transactions, all at once', async () => {
  await bundle('lib/testing/world/attack.ts', 'dist/test-attack.mjs', { alias: SERVER_ALIAS })
  const attackers = fork(path.resolve('dist/test-attack.mjs'), { execArgv: ['--max-old-space-size=2048'] })
  const [{ env, paths }] = await once(attackers, 'message')
  const leafscan = await startLeafscan({ ...env, HOST: '127.0.0.1', NODE_OPTIONS: '--max-old-space-size=256' })
  let isOver = false
  const client = new http.Agent({ keepAlive: true })
  const attack = async (url: string) => {
    while (!isOver) await setTimeout((await statusOf(url, '127.0.0.1', client)) === 200 ? 100 : 1_000)
  }
  const reader = (n: number) => {
    const owner = addressOf(`reader ${n}`)
    const page = n % 2 ? `/owner/${owner}` : `/api/v1/getCompressedAccountsByOwner?owner=${owner}`
    return statusOf(leafscan.url + page, '127.0.0.2')
  }
  try {
    for (let n = 0; n < 4; n++) expect(await reader(n)).toBe(200)
    for (const path of paths) void attack(leafscan.url + path)
    const others: Promise<number>[] = []
    for (let n = 0; n < SECONDS * 2; n++) {
      others.push(reader(4 + n))
      await setTimeout(500)
    }
    expect(await Promise.all(others)).toContain(200)
    expect(leafscan.process.exitCode).toBeNull()
  } finally {
    isOver = true
    await leafscan.stop()
    attackers.kill()
  }
})
