import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, vi } from 'vitest'
import { freePort } from '@/scripts/free-port.mjs'
import { runServer, shippedText, withYourLines } from './start-cache.mjs'

/** Rule seconds per real second: five minutes take fifteen seconds. */
const PACE = 20

/** How long an alert may take beyond its rule. */
const PATIENCE_MS = 90_000

export interface Targets {
  explorers: string[]
  indexers: string[]
}

export class Prometheus {
  static async start(targets: Targets, pace = PACE): Promise<Prometheus> {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-prometheus-'))
    writeConfiguration(folder, targets, pace)
    fs.writeFileSync(path.join(folder, 'alerts.yml'), hurried(shippedText('alerts.yml'), pace))
    const port = await freePort()
    const args = [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--web.enable-lifecycle',
      '--log.level=warn',
    ]
    const server = await runServer('prometheus', args, port, folder, 'SIGTERM')
    const prometheus = new Prometheus(server, folder, pace)
    await vi.waitFor(async () => expect((await fetch(`${server.url}/-/ready`)).status).toBe(200), 20_000)
    return prometheus
  }

  private constructor(
    private readonly server: Awaited<ReturnType<typeof runServer>>,
    private readonly folder: string,
    private readonly pace: number,
  ) {}

  get address(): string {
    return `127.0.0.1:${this.server.port}`
  }

  async retarget(targets: Targets): Promise<void> {
    writeConfiguration(this.folder, targets, this.pace)
    const { status } = await fetch(`${this.server.url}/-/reload`, { method: 'POST' })
    expect(status).toBe(200)
  }

  /** Labels of those that fire. */
  async alerts(): Promise<Record<string, string>[]> {
    const body = (await (await fetch(`${this.server.url}/api/v1/alerts`)).json()) as {
      data: { alerts: { state: string; labels: Record<string, string> }[] }
    }
    return body.data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels)
  }

  async firing(): Promise<string[]> {
    return (await this.alerts())
      .map(({ alertname, upstream, instance }) => [alertname, upstream ?? instance].filter(Boolean).join(' '))
      .sort()
  }

  async fires(...alerts: string[]): Promise<void> {
    await vi.waitFor(async () => expect(await this.firing()).toEqual(expect.arrayContaining(alerts)), PATIENT)
  }

  async cleared(...alerts: string[]): Promise<void> {
    await vi.waitFor(async () => {
      const firing = await this.firing()
      expect(alerts.filter((alert) => firing.includes(alert))).toEqual([])
    }, PATIENT)
  }

  async everFired(upstream: string): Promise<string[]> {
    const query = `count_over_time(ALERTS{alertstate="firing",upstream="${upstream}"}[1h])`
    const answer = await fetch(`${this.server.url}/api/v1/query?query=${encodeURIComponent(query)}`)
    const body = (await answer.json()) as { data: { result: { metric: Record<string, string> }[] } }
    return body.data.result.map(({ metric }) => String(metric.alertname))
  }

  stop(): Promise<void> {
    return this.server.stop()
  }
}

const PATIENT = { timeout: PATIENCE_MS, interval: 250 }

function writeConfiguration(folder: string, { explorers, indexers }: Targets, pace: number): void {
  let job = ''
  const text = withYourLines(shippedText('prometheus.yml'), (line) => {
    if (line.includes('labels:')) return line
    if (line.includes('targets: []')) return line
    job = job === '' ? 'leafscan' : 'leafscan-indexer'
    return `${line.slice(0, line.indexOf('['))}${JSON.stringify(job === 'leafscan' ? explorers : indexers)}`
  })
  fs.writeFileSync(path.join(folder, 'prometheus.yml'), hurried(text, pace))
}

const MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Scales every duration (`15s`, `3d`), and the one time that is a number of seconds. */
function hurried(text: string, pace: number): string {
  return text
    .replace('_timestamp_seconds > 60', `_timestamp_seconds > ${60 / pace}`)
    .replace(
      /\b(\d+)([smhd])\b/g,
      (_, number: string, unit: keyof typeof MS) => `${(Number(number) * MS[unit]) / pace}ms`,
    )
}
