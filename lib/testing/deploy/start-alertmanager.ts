import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '@/scripts/free-port.mjs'
import { runServer, shippedText, withYourLines } from './start-cache.mjs'

/** An alert as its receiver learned of it. */
export interface Received {
  /** When it came, ms since 1970. */
  at: number
  receiver: string
  status: 'firing' | 'resolved'
  labels: Record<string, string>
  annotations: Record<string, string>
}

/** An Alertmanager with the shipped configuration, and the receivers that it tells. */
export class Alertmanager {
  /** What the receivers learned, oldest first. */
  readonly received: Received[] = []

  static async start(): Promise<Alertmanager> {
    const alertmanager = new Alertmanager()
    await alertmanager.#listen()
    return alertmanager
  }

  #receivers = http.createServer()
  #server: Awaited<ReturnType<typeof runServer>> | null = null

  private constructor() {}

  /** Where it takes alerts, `host:port`. */
  get address(): string {
    return `127.0.0.1:${this.#server?.port}`
  }

  /** Hands it alerts as Prometheus does; each stays until `stop` or for five minutes. */
  async take(alerts: readonly Record<string, string>[]): Promise<void> {
    const body = JSON.stringify(alerts.map((labels) => ({ labels, annotations: {} })))
    const headers = { 'content-type': 'application/json' }
    const { status } = await fetch(`http://${this.address}/api/v2/alerts`, { method: 'POST', headers, body })
    if (status !== 200) throw new Error(`Alertmanager answers ${status}`)
  }

  async stop(): Promise<void> {
    await this.#server?.stop()
    this.#receivers.closeAllConnections()
    await new Promise((resolve) => this.#receivers.close(resolve))
  }

  async #listen(): Promise<void> {
    this.#receivers.on('request', async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const { receiver, alerts } = JSON.parse(Buffer.concat(chunks).toString()) as {
        receiver: string
        alerts: Omit<Received, 'at' | 'receiver'>[]
      }
      const at = Date.now()
      this.received.push(
        ...alerts.map(({ status, labels, annotations }) => ({ at, receiver, status, labels, annotations })),
      )
      response.end()
    })
    await new Promise<void>((resolve) => this.#receivers.listen(0, '127.0.0.1', resolve))
    const { port: receiverPort } = this.#receivers.address() as AddressInfo
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-alertmanager-'))
    const text = withYourLines(shippedText('alertmanager.yml'), (line) =>
      line.replace('127.0.0.1:9099', `127.0.0.1:${receiverPort}`),
    )
    fs.writeFileSync(path.join(folder, 'alertmanager.yml'), text)
    const port = await freePort()
    const args = [
      `--config.file=${folder}/alertmanager.yml`,
      `--storage.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
      // Alone: no cluster is listened for.
      '--cluster.listen-address=',
      '--log.level=warn',
    ]
    this.#server = await runServer('prometheus-alertmanager', args, port, folder, 'SIGTERM')
  }
}
