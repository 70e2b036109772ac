import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALSO, INCIDENTS, Patient } from '@/lib/testing/deploy/incident-rows'
import { IncidentWatch } from '@/lib/testing/deploy/incident-watch'
import { Alertmanager } from '@/lib/testing/deploy/start-alertmanager'
import { Prometheus } from '@/lib/testing/deploy/start-prometheus'
import { describeWith } from '@/lib/testing/tools'
import { type Leafscan, startLeafscan } from '@/lib/testing/world/leafscan'
import { freePort } from '@/scripts/free-port.mjs'

/*
 * The table of incidents in real time: each fault is a network of one explorer that checks every 5 s, and of another one
 * that checks every 60 s. A real Prometheus and a real Alertmanager have the shipped files as they are. When each is seen,
 * what is said of it, which alert reaches its receiver and when, and when it is over; and that at every sample strict
 * health, badge, page, feed, metrics and status say one verdict, for each network and for all of them.
 */

/** All is well for so long before; the slow explorer needs six checks for what comes then; and so long for what heals. */
const WELL_MS = 75_000
const ILL_MS = 390_000
const HEAL_MS = 80_000

const SEEN_MS = 30_000
const SEEN_SLOWLY_MS = 6 * 60_000 + 15_000
const ALERTED_MS = 180_000
const GREEN_MS = 20_000
/** Good and bad checks alternated: it has to be quiet for a while. */
const STEADY_MS = 75_000

const TICK_MS = 200
const SAMPLE_MS = 1_000

const NAMES = Object.keys(INCIDENTS)
const FINE = 'fine'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const seconds = (from: number, to: number | undefined) => (to === undefined ? 'never' : ((to - from) / 1000).toFixed(0))

describeWith(['prometheus', 'prometheus-alertmanager', 'amtool'], 'incidents, in real time', () => {
  const patients = {} as Record<string, Patient>
  const explorers: Leafscan[] = []
  let prometheus: Prometheus
  let alertmanager: Alertmanager
  let quick: IncidentWatch
  let slow: IncidentWatch
  let instance: string
  let beganAt: number
  let healedAt: number

  /** The alerts that reached a receiver about a network, by the quick explorer, oldest first. */
  const sentTo = (network: string) =>
    alertmanager.received.filter(
      ({ labels, status }) => status === 'firing' && labels.upstream === network && labels.instance === instance,
    )

  beforeAll(async () => {
    for (const name of [FINE, ...NAMES]) patients[name] = await Patient.start()
    let last = Date.now()
    const ticker = setInterval(() => {
      const now = Date.now()
      for (const patient of Object.values(patients)) patient.live(now - last)
      last = now
    }, TICK_MS)
    const url = Object.entries(patients).map(([name, { indexer }]) => `${name}=${indexer.url}`)
    const env = { INDEXER_URL: url.join(',') }
    const ports = { quick: await freePort(), slow: await freePort() }
    for (const [which, seconds] of [
      ['quick', '5'],
      ['slow', '60'],
    ] as const) {
      explorers.push(await startLeafscan({ ...env, PROBE_SECONDS: seconds, METRICS_PORT: String(ports[which]) }))
    }
    const [first, second] = explorers as [Leafscan, Leafscan]
    alertmanager = await Alertmanager.start()
    instance = `127.0.0.1:${ports.quick}`
    const targets = { explorers: [instance, `127.0.0.1:${ports.slow}`], indexers: [] }
    prometheus = await Prometheus.start({ ...targets, alertmanagers: [alertmanager.address] }, 1)
    quick = new IncidentWatch(first.url, `http://${instance}/metrics`, [FINE, ...NAMES], SAMPLE_MS)
    slow = new IncidentWatch(second.url, null, [FINE, ...NAMES], 5_000)

    await wait(WELL_MS)
    beganAt = Date.now()
    for (const name of NAMES) {
      const patient = patients[name] as Patient
      patient.begin()
      await INCIDENTS[name]?.begin(patient)
    }
    await wait(ILL_MS)
    healedAt = Date.now()
    for (const name of NAMES) {
      await patients[name]?.heal()
    }
    await wait(HEAL_MS)
    await Promise.all([quick.stop(), slow.stop()])
    clearInterval(ticker)
    console.log(table())
  }, 900_000)

  afterAll(async () => {
    await prometheus?.stop()
    await alertmanager?.stop()
    await Promise.all(explorers.map((leafscan) => leafscan.process.exitCode === null && leafscan.stop()))
    await Promise.all(Object.values(patients).map(({ indexer }) => indexer.stop()))
  })

  function table(): string {
    const rows = NAMES.map((name) => {
      const incident = INCIDENTS[name]
      const alerts = [...new Set(sentTo(name).map(({ labels }) => labels.alertname))]
      const first = sentTo(name).find(({ labels }) => labels.alertname === incident?.alert)
      return [
        incident?.name ?? '',
        quick.lastBefore(name, healedAt)?.verdict ?? '',
        seconds(beganAt, quick.seenAfter(name, beganAt)?.at),
        seconds(beganAt, slow.seenAfter(name, beganAt)?.at),
        `${incident?.alert} ${seconds(beganAt, first?.at)}`,
        alerts.filter((alert) => alert !== incident?.alert).join(', '),
        seconds(healedAt, quick.okAfter(name, healedAt)?.at),
        quick.lastBefore(name, healedAt)?.summary ?? '',
      ]
    })
    const head = ['incident', 'verdict', 'seen (5 s)', 'seen (60 s)', 'alert', 'beside it', 'green', 'sentence']
    const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
    const late = NAMES.filter(
      (name) => (quick.okAfter(name, healedAt)?.at ?? Number.POSITIVE_INFINITY) - healedAt > GREEN_MS,
    )
    const healing = late.flatMap((name) =>
      quick
        .changesAfter(name, healedAt)
        .map(({ at, verdict, summary }) => `${name} ${seconds(healedAt, at)} s after: ${verdict}: ${summary}`),
    )
    const unwell = quick
      .changesAfter(FINE, 0)
      .map(({ at, verdict, summary }) => `${FINE} ${seconds(beganAt, at)} s: ${verdict}: ${summary}`)
    const { samples, samplesOfAll, samplesOfPages, disagreements } = quick
    const kinds = `${samples} samples, ${samplesOfPages} of pages, ${samplesOfAll} of all networks`
    return [...lines, '', ...healing, ...unwell, `${kinds}, ${disagreements.length} disagree`].join('\n')
  }

  describe.each(NAMES)('%s', (name) => {
    const incident = INCIDENTS[name] as (typeof INCIDENTS)[string]

    test('is seen in time, with its verdict and its sentence', () => {
      const seen = quick.seenAfter(name, beganAt)
      expect((seen?.at ?? Number.POSITIVE_INFINITY) - beganAt).toBeLessThan((incident.within ?? SEEN_MS / 1000) * 1000)
      const verdicts = quick.reported.get(name)?.filter(({ at }) => at >= beganAt && at < healedAt) ?? []
      const own = verdicts.filter(({ verdict }) => verdict === incident.verdict)
      expect(own.length).toBeGreaterThan(0)
      expect(own.at(-1)?.summary).toMatch(incident.says)
    })

    // One that comes and goes with the quick explorer's checks is another one at another pace.
    if (!incident.quick) {
      test('is seen within six checks of an explorer that checks every minute', () => {
        const seen = slow.seenAfter(name, beganAt)
        expect((seen?.at ?? Number.POSITIVE_INFINITY) - beganAt).toBeLessThan(SEEN_SLOWLY_MS)
      })
    }

    test('is reported by the alert that names its cause, within three minutes, and by no other', () => {
      const alerts = sentTo(name)
      const first = alerts.find(({ labels }) => labels.alertname === incident.alert)
      expect((first?.at ?? Number.POSITIVE_INFINITY) - beganAt).toBeLessThan(
        (incident.alertedWithin ?? ALERTED_MS / 1000) * 1000,
      )
      expect(first?.annotations.runbook).toContain(`/help/on-call#${incident.alert.toLowerCase()}`)
      const others = alerts
        .map(({ labels }) => labels.alertname ?? '')
        .filter((alert) => ![incident.alert, ...(incident.also ?? [])].includes(alert))
      expect(others.filter((alert) => !ALSO.some((start) => alert.startsWith(start)))).toEqual([])
    })

    test('is over soon after it is', () => {
      const ok = quick.okAfter(name, healedAt)
      expect((ok?.at ?? Number.POSITIVE_INFINITY) - healedAt).toBeLessThan(incident.steady ? STEADY_MS : GREEN_MS)
    })
  })

  test('of an indexer that is well nothing is ever said', () => {
    expect(quick.seenAfter(FINE, 0)).toBeNull()
    expect(slow.seenAfter(FINE, 0)).toBeNull()
    expect(sentTo(FINE)).toEqual([])
  })

  test('strict health, badge, page, feed, metrics and status never differ, for one network and for all', () => {
    expect(quick.disagreements).toEqual([])
    expect(quick.samples).toBeGreaterThan(5_000)
    expect(quick.samplesOfAll).toBeGreaterThan(100)
    expect(quick.samplesOfPages).toBeGreaterThan(100)
  })

  test('Alertmanager takes the shipped file', () => {
    const file = path.resolve(import.meta.dirname, 'alertmanager.yml')
    expect(spawnSync('amtool', ['check-config', file], { encoding: 'utf8' }).status).toBe(0)
  })
})
