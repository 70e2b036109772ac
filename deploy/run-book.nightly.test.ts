import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BareDebian, OPERATOR_TOKEN, type Started, whyNoDebian } from '@/lib/testing/run-book/bare-debian'
import { type Fence, fencesOf } from '@/lib/testing/run-book/fences'

/* Every fence in order on a bare Debian. Other commands: lib/testing/run-book/accounted.ts. */

const why = whyNoDebian()

interface Running extends Started {
  output(): string
}

const READY = /Leafscan ready: |Leafscan indexer ready: |Child launched OK|Child \(\d+\) Started/

describe.skipIf(why !== null)(`the run book on a bare Debian${why === null ? '' : ` [${why}]`}`, () => {
  let debian: BareDebian
  const staying: Running[] = []
  let sectionNow = ''

  beforeAll(async () => {
    debian = await BareDebian.boot()
    expect(succeeded('npm ci', true)).toContain('added')
  }, 600_000)
  afterAll(async () => {
    await debian?.stop()
  }, 60_000)

  function succeeded(script: string, network = false): string {
    const { status, output } = debian.run(script, { network })
    expect([status, output], script).toEqual([0, output])
    return output
  }

  async function started(command: string): Promise<Running> {
    const started = debian.start(command)
    const child = started.process
    let output = ''
    await new Promise<void>((resolve, reject) => {
      const collect = (text: Buffer) => {
        output += text
        if (READY.test(output)) resolve()
      }
      child.stdout?.on('data', collect)
      child.stderr?.on('data', collect)
      child.once('exit', (code) => reject(new Error(`${command} ended with ${code}:\n${output}`)))
    })
    return { ...started, output: () => output }
  }

  async function ended({ process, signal, output }: Running): Promise<void> {
    const exit = once(process, 'exit')
    signal('SIGTERM')
    const [code, by] = await exit
    expect([0, 'SIGTERM'], output()).toContain(/Leafscan/.test(output()) ? code : (code ?? by))
  }

  async function carryOut({ doing, text, place, section }: Fence): Promise<void> {
    if (section !== sectionNow) await endStaying()
    sectionNow = section
    if (doing === null) throw new Error(`${place}: nobody says what to do with it`)
    if (doing.do === 'skip') return
    if (doing.do === 'run') {
      succeeded(text, doing.network)
      return
    }
    for (const command of text.trim().split('\n')) {
      const running = await started(command)
      if (doing.do === 'start') staying.push(running)
      else await ended(running)
    }
  }

  async function endStaying(): Promise<void> {
    for (const running of staying.splice(0)) await ended(running)
  }

  const json = (address: string) => JSON.parse(succeeded(`curl -sf '${address}'`))

  describe('docs/deployment.md', () => {
    for (const fence of fencesOf('docs/deployment.md')) {
      test(`${fence.place}: ${fence.text.split('\n')[0]}`, () => carryOut(fence))
    }

    test('leaves an explorer and an indexer of their own, locked down, behind nginx', async () => {
      for (const unit of ['leafscan', 'leafscan-indexer', 'nginx']) {
        expect(succeeded(`systemctl is-active ${unit}`).trim()).toBe('active')
      }
      const user = succeeded('ps -o user= -p $(systemctl show -P MainPID leafscan-indexer)').trim()
      expect(user).not.toMatch(/^(root|nobody)$/)
      expect(succeeded("ss -ltn 'sport = :8784' | grep -c LISTEN").trim()).toBe('1')
      expect(json('http://127.0.0.1/api/v1/getIndexerSlot').result).toBeGreaterThan(0)
      expect(succeeded('curl -sf http://127.0.0.1/latest')).toContain('</html>')
      // A restart of the indexer does not restart the explorer, nor the other way round.
      const pid = succeeded('systemctl show -P MainPID leafscan')
      succeeded('systemctl restart leafscan-indexer')
      expect(succeeded('systemctl show -P MainPID leafscan')).toBe(pid)
    })

    test('has an earlier release behind each link, and none lost', () => {
      const releases = succeeded('ls /opt/leafscan/releases').trim().split('\n')
      expect(releases).toHaveLength(2)
      const [current, previous] = ['current', 'previous'].map((name) =>
        succeeded(`basename $(readlink /opt/leafscan/${name})`).trim(),
      )
      expect([current, previous]).toEqual([releases[0], releases[1]])
      expect(succeeded('basename $(readlink /proc/$(systemctl show -P MainPID leafscan)/cwd)').trim()).toBe(current)
    })
  })

  describe('docs/api.md', () => {
    test('begins once the indexer, which was restarted, answers again and is ok', () => {
      for (const path of ['getLatestCompressionSignatures?limit=7', 'health?strict=1&cluster=all']) {
        succeeded(`curl -sf --retry 120 --retry-delay 1 --retry-all-errors 'http://127.0.0.1:3000/api/v1/${path}'`)
      }
    })

    for (const fence of fencesOf('docs/api.md')) {
      test(`${fence.place}: ${fence.text.split('\n')[0]}`, () => carryOut(fence))
    }
  })

  describe('docs/on-call.md', () => {
    test('begins with an explorer whose operators have a token, and with a network of the name that is on the page', () => {
      succeeded(`echo OPERATOR_TOKEN=${OPERATOR_TOKEN} >> /etc/leafscan.env
        sed -i -E 's/^(INDEXER|CHAIN)_URL=sandbox=/\\1_URL=devnet=/' /etc/leafscan.env
        systemctl restart leafscan
        curl -s --retry 60 --retry-delay 1 --retry-connrefused http://127.0.0.1:9464/healthz
        curl -s --retry 60 --retry-delay 1 --retry-connrefused http://127.0.0.1:3000/healthz`)
    })

    for (const fence of fencesOf('docs/on-call.md')) {
      test(`${fence.place}: ${fence.text.split('\n')[0]}`, () => carryOut(fence))
    }

    test('has Prometheus scrape both, take the rules, and know its Alertmanager', async () => {
      await expect
        .poll(
          () => {
            const { activeTargets } = json('http://127.0.0.1:9090/api/v1/targets').data
            return activeTargets
              .map((one: { labels: { job: string }; health: string }) => `${one.labels.job} ${one.health}`)
              .sort()
          },
          { timeout: 60_000 },
        )
        .toEqual(['leafscan up', 'leafscan-indexer up'])
      expect(json('http://127.0.0.1:9090/api/v1/rules').data.groups.length).toBeGreaterThan(0)
      await expect
        .poll(() => json('http://127.0.0.1:9090/api/v1/alertmanagers').data.activeAlertmanagers.length, {
          timeout: 60_000,
        })
        .toBe(1)
      expect(json('http://127.0.0.1:9093/api/v2/status').config.original).toContain('receiver: morning')
    })

    test('opens a maintenance window', () => {
      expect(succeeded('curl -s http://127.0.0.1:9464/metrics')).toContain('leafscan_maintenance{upstream="devnet"} 1')
    })

    test('names ports of the explorer that answer', () => {
      expect(succeeded('curl -s http://127.0.0.1:9464/healthz').trim()).toBe('ok')
      expect(succeeded('curl -s http://127.0.0.1:3000/healthz').trim()).toBe('ok')
      expect(Object.keys(json('http://127.0.0.1:9464/debug.json')).length).toBeGreaterThan(0)
    })

    test('has rules for Photon that promtool takes', () => {
      expect(succeeded('promtool check rules deploy/photon/alerts.yml')).toContain('SUCCESS')
    })
  })

  test('while the explorer is down, nginx says so in the kind of what asks', () => {
    succeeded('systemctl stop leafscan')
    const typeOf = (path: string) =>
      succeeded(
        `curl -s -o /tmp/body -w '%{http_code} %{content_type}' http://127.0.0.1${path} && head -c 40 /tmp/body`,
      )
    expect(typeOf('/badge.svg')).toMatch(/^503 image\/svg\+xml<svg /)
    expect(typeOf('/badge.json')).toMatch(/^503 application\/json\{/)
    expect(typeOf('/status.atom')).toMatch(/^503 application\/problem\+json\{/)
    expect(typeOf('/api/v1/getIndexerHealth')).toMatch(/^503 application\/problem\+json\{/)
    expect(typeOf('/latest')).toMatch(/^503 text\/html; charset=utf-8<!doctype html>/)
  })
})
