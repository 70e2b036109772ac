import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { IndexerStatus } from '@/lib/api/status'
import { CASES, type FaultCase, TICK_MS, World } from '@/lib/testing/deploy/fault-cases'
import { Prometheus } from '@/lib/testing/deploy/start-prometheus'
import { startNode } from '@/lib/testing/node/stand-in'
import { startStandIn } from '@/lib/testing/stand-in/stand-in'
import { describeWith } from '@/lib/testing/tools'
import { startLeafscan } from '@/lib/testing/world/leafscan'
import { freePort } from '@/scripts/free-port.mjs'

/* Every fault at once, each on a network of its own, at the pace of the shipped configuration. */

const [LEAD_S, FAULT_S, HEAL_S] = [180, 450, 420]
/** Of polling, on a busy machine. */
const SLACK_S = 10

interface Alert {
  name: string
  severity: string
  from: number
  to: number
}

interface Seen {
  fault: FaultCase
  world: World
  /** Changes, in seconds since the faults began. */
  verdicts: { at: number; verdict: string; summary: string }[]
  alerts: Alert[]
  notices: { at: number; to: string; id: string }[]
}

async function prepare(fault: FaultCase): Promise<Seen> {
  const many = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make))
  const [first, ...others] = await many(fault.indexers, () => startStandIn())
  if (!first) throw new Error('a network has an indexer')
  const world = new World([first, ...others], await many(fault.nodes, () => startNode()))
  return { fault, world, verdicts: [], alerts: [], notices: [] }
}

describeWith('prometheus', 'Prometheus', () => {
  test('no fault is a false ok, each that costs readers something pages in time, and nothing pages after it', {
    timeout: 2_400_000,
  }, async () => {
    const all = await Promise.all(CASES.map(prepare))
    const seen = new Map(all.map((each) => [each.fault.name, each]))
    const ofExplorer: Alert[] = []
    const began = Date.now() + LEAD_S * 1_000
    const second = () => Math.round((Date.now() - began) / 1_000)

    const receiver = http.createServer(async (request, response) => {
      const { network, to, incident } = JSON.parse(Buffer.concat(await request.toArray()).toString())
      seen.get(network)?.notices.push({ at: second(), to, id: incident?.id })
      response.end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))

    let tick = 0
    const ticker = setInterval(() => {
      const isOn = second() >= 0 && second() < FAULT_S
      for (const { fault, world } of all) {
        world.move(isOn ? fault.pace(tick) : undefined)
        if (isOn) Object.assign(world.data, fault.act(world, tick))
      }
      if (isOn) tick++
    }, TICK_MS)

    const named = (urls: (world: World) => readonly { url: string }[]) =>
      all.flatMap(({ fault, world }) => urls(world).map(({ url }) => `${fault.name}=${url}`)).join(',')
    const metrics = await freePort()
    const leafscan = await startLeafscan({
      INDEXER_URL: named(({ indexers }) => indexers),
      CHAIN_URL: named(({ nodes }) => nodes),
      CANARY: all.flatMap(({ fault: { name, canary } }) => (canary ? `${name}=${canary}` : [])).join(','),
      ALERT_WEBHOOK: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
      METRICS_PORT: String(metrics),
    })
    const prometheus = await Prometheus.start({ explorers: [`127.0.0.1:${metrics}`], indexers: [] }, 1)

    const look = async () => {
      const status = await (await fetch(`${leafscan.url}/api/v1/status?cluster=all`)).json()
      for (const { network, verdict, summary } of (status as { networks: IndexerStatus[] }).networks) {
        const verdicts = seen.get(network)?.verdicts
        if (verdicts?.at(-1)?.verdict !== verdict) verdicts?.push({ at: second(), verdict, summary })
      }
      for (const { alertname: name = '', severity = '', upstream = '' } of await prometheus.alerts()) {
        const alerts = seen.get(upstream)?.alerts ?? ofExplorer
        const last = alerts.findLast((each) => each.name === name && each.severity === severity)
        if (last && second() - last.to <= 2 * SLACK_S) last.to = second()
        else alerts.push({ name, severity, from: second(), to: second() })
      }
    }
    const until = async (end: number) => {
      while (second() < end) {
        await look()
        await new Promise((resolve) => setTimeout(resolve, 2_000))
      }
    }
    await until(FAULT_S)
    for (const { world } of all) world.heal()
    await until(FAULT_S + HEAL_S)

    clearInterval(ticker)
    await prometheus.stop()
    await leafscan.stop()
    receiver.close()
    await Promise.all(all.flatMap(({ world }) => world.indexers.map((each) => each.stop())))
    await Promise.all(all.flatMap(({ world }) => world.nodes.map((each) => each.close())))
    expect(all.flatMap((each) => wrongIn(each).map((what) => `${each.fault.name}: ${what}`))).toEqual([])
    expect(ofExplorer).toEqual([])
  })
})

function wrongIn({ fault: { says, alert, pages, withinSeconds }, verdicts, alerts, notices }: Seen): string[] {
  const wrong: string[] = []
  const check = (isRight: boolean, what: string) => isRight || wrong.push(what)
  const during = verdicts.filter(({ at }) => at >= 0 && at < FAULT_S)
  const last = verdicts.at(-1)
  const green = Math.max(FAULT_S, last?.at ?? 0)
  check(says.includes('ok') || during.length > 0, 'a false ok')
  check(last?.verdict === 'ok', `${last?.verdict} since ${last?.at} s`)
  for (const { at, verdict, summary } of verdicts) {
    const isOk = verdict === 'ok' && (at < 0 || at >= FAULT_S)
    const isStart = at < 20 - LEAD_S
    check(isOk || isStart || (at >= 0 && says.some((each) => each === verdict)), `${verdict} at ${at} s: ${summary}`)
  }
  const own = alerts.find(({ name, from }) => name === alert && from >= 0)
  check(alert === null || (own !== undefined && own.from <= withinSeconds), `${alert} at ${own?.from} s`)
  check(!pages || own?.severity === 'critical', `${alert} is ${own?.severity}`)
  for (const { name, severity, from } of alerts) {
    check(pages || severity !== 'critical', `${name} pages at ${from} s`)
    check(from >= 0 && from <= green + SLACK_S, `${name} begins at ${from} s, green at ${green} s`)
  }
  const told = notices.filter(({ at }) => at >= 0)
  check(told.length === 0 || (told.at(-1)?.to === 'ok' && told.every(({ id }) => id)), `told ${JSON.stringify(told)}`)
  return wrong
}
