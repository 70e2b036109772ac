import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pause } from '@/lib/platform/clock'
import { readAnswer } from '@/lib/rpc-client/solana/read-answer'
import { IdleClock } from './idle-clock'

const NEVER = new AbortController().signal

let server: http.Server
let url = ''
let clock: IdleClock
/** Called for each request; answers it in its own time. */
let serve: (request: http.IncomingMessage, response: http.ServerResponse) => void
beforeEach(async () => {
  server = http.createServer((request, response) => serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  clock = new IdleClock()
  clock.watch(url)
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

it('jumps from sleeper to sleeper, in the order of their waking', async () => {
  const woken: string[] = []
  const sleep = (name: string, ms: number) =>
    pause(ms, undefined, clock).then(() => woken.push(`${name} at ${clock.monotonic()}`))
  await Promise.all([sleep('long', 3_600_000), sleep('short', 5), sleep('as short', 5)])
  expect(woken).toEqual(['short at 5', 'as short at 5', 'long at 3600000'])
})

it('jumps no sooner than nothing has happened for as long as it is to, by the machine', async () => {
  const quiet = new IdleClock(50)
  const began = performance.now()
  let wokenAfter = 0
  await pause(1000, undefined, quiet).then(() => {
    wokenAfter = performance.now() - began
  })
  expect(quiet.monotonic()).toBe(1000)
  expect(wokenAfter).toBeGreaterThan(49)
})

it('wakes who is told to stop, without a jump', async () => {
  const stop = new AbortController()
  const asleep = pause(1000, stop.signal, clock)
  stop.abort()
  await asleep
  expect(clock.monotonic()).toBe(0)
  await pause(1000, stop.signal, clock)
  expect(clock.monotonic()).toBe(0)
})

describe.each<[string, (url: string, signal?: AbortSignal) => Promise<string>]>([
  ['fetch', async (url, signal) => (await fetch(url, { signal: signal ?? null })).text()],
  [
    'the client of nodes',
    (url, signal = NEVER) => readAnswer({ url, headers: {} }, '{}', signal).then(({ text }) => text),
  ],
])('with %s', (_, request) => {
  it('stands still while an answer is on its way, to its last byte, however long that takes', async () => {
    serve = (_, response) => {
      response.write('first')
      // A hundred turns of the event loop later.
      let turns = 0
      const later = () => (++turns < 100 ? setImmediate(later) : response.end('last'))
      later()
    }
    const limit = new AbortController()
    const late = pause(1000, limit.signal, clock)
    expect(await request(url)).toBe('firstlast')
    expect(clock.monotonic()).toBe(0)
    limit.abort()
    await late
  })

  it('goes on while an answer is held back on purpose, and when its asker gives up', async () => {
    serve = (request, response) => {
      void clock.hold(request, pause(70, undefined, clock)).then(() => response.end('held'))
    }
    expect(await request(url)).toBe('held')
    expect(clock.monotonic()).toBe(70)
    serve = (request) => void clock.hold(request, new Promise(() => {}))
    const limit = new AbortController()
    void pause(5000, undefined, clock).then(() => limit.abort())
    await expect(request(url, limit.signal)).rejects.toThrow(/aborted|no connection/)
    expect(clock.monotonic()).toBe(5070)
  })
})
