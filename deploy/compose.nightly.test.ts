import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { ComposeFile } from '@/lib/testing/deploy/compose-file'
import { Composed } from '@/lib/testing/deploy/composed'
import { Image, only } from '@/lib/testing/deploy/container'
import { whyNoDebian } from '@/lib/testing/run-book/bare-debian'
import { fencesOf } from '@/lib/testing/run-book/fences'
import { describeWith } from '@/lib/testing/tools'

const root = path.resolve(import.meta.dirname, '..')
const SECRETS = { POSTGRES_PASSWORD: 'a/@#?% b:c', GRAFANA_PASSWORD: 'of a test' }

function config(variables: Record<string, string>, file = 'deploy/compose.yaml') {
  const env = only({ PATH: process.env.PATH, HOME: os.tmpdir(), ...variables })
  return spawnSync('docker-compose', ['-f', file, 'config'], { cwd: root, encoding: 'utf8', env })
}

describeWith('docker-compose', 'docker-compose', () => {
  test('takes the file, and nothing misspelt', () => {
    const { status, stderr } = config(SECRETS)
    expect([status, stderr]).toEqual([0, ''])
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-compose-'))
    const text = fs.readFileSync(path.join(root, 'deploy/compose.yaml'), 'utf8')
    fs.writeFileSync(path.join(folder, 'compose.yaml'), text.replace('read_only', 'readonly'))
    expect(config(SECRETS, path.join(folder, 'compose.yaml')).status).not.toBe(0)
    fs.rmSync(folder, { recursive: true })
  })

  test.each(Object.keys(SECRETS))('does not start without %s, nor with an empty one, and names it', (name) => {
    for (const value of [{}, { [name]: '' }]) {
      const { [name as keyof typeof SECRETS]: _, ...others } = SECRETS
      const { status, stderr } = config({ ...others, ...value })
      expect([status, stderr]).toEqual([1, expect.stringContaining(`${name} is not set in deploy/.env`)])
    }
  })

  test('starts with what the deployment page puts into .env', () => {
    const [fence] = fencesOf('docs/deployment.md').filter(({ text }) => text.includes('deploy/.env'))
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-compose-'))
    fs.cpSync(path.join(root, 'deploy'), path.join(folder, 'deploy'), { recursive: true })
    expect(spawnSync('bash', ['-euc', fence?.text ?? ''], { cwd: folder }).status).toBe(0)
    expect(fs.statSync(path.join(folder, 'deploy/.env')).mode & 0o777).toBe(0o600)
    const lines = fs.readFileSync(path.join(folder, 'deploy/.env'), 'utf8').trim().split('\n')
    expect(config(Object.fromEntries(lines.map((line) => line.split('=')))).status).toBe(0)
    fs.rmSync(folder, { recursive: true })
  })
})

const why = whyNoDebian()

describe.skipIf(why !== null)(`the services of compose.yaml${why === null ? '' : ` [${why}]`}`, () => {
  describeWith(['docker-compose', 'postgres', 'prometheus', 'prometheus-alertmanager'], 'as processes', () => {
    let file: ComposeFile
    let image: Image
    let composed: Composed

    beforeAll(async () => {
      const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: root, encoding: 'utf8' })
      if (status !== 0) throw new Error(`the build failed:\n${stderr}`)
      file = parse(config(SECRETS).stdout)
      image = new Image({ fresh: false })
      composed = new Composed(file, image)
      await composed.up()
    }, 600_000)
    afterAll(async () => {
      await composed?.remove()
      image?.remove()
    }, 60_000)

    const get = (name: string, network: string, port: number, at: string) => {
      const url = `http://${composed.address(name, network)}:${port}${at}`
      const { status, output } = composed.onHost(`curl -sf '${url}'`)
      expect(status, url).toBe(0)
      return output
    }
    const prometheus = (at: string) => JSON.parse(get('prometheus', 'inside', 9090, `/api/v1/${at}`)).data

    test('show rows that the indexer stores in PostgreSQL', () => {
      expect(get('explorer', 'outside', 3000, '/readyz')).toContain('"status":"pass"')
      const [, signature] = /href="\/tx\/(\w{80,90})/.exec(get('explorer', 'outside', 3000, '/latest')) ?? []
      // From the indexer, in its part as a node of the chain.
      const transaction = JSON.parse(get('explorer', 'outside', 3000, `/api/v1/transaction?signature=${signature}`))
      expect(transaction.result).toMatchObject({ signature })
      const { status, output } = composed.exec(
        'indexer',
        process.execPath,
        'dist/indexer.mjs',
        'verify',
        '--sample',
        '10',
      )
      expect([status, output]).toEqual([0, expect.stringContaining('The store is sound')])
    })

    test('are scraped, judged by the shipped rules and heard by Alertmanager', async () => {
      await expect
        .poll(
          () =>
            prometheus('targets').activeTargets.map((one: { scrapeUrl: string; health: string }) => [
              one.scrapeUrl,
              one.health,
            ]),
          { timeout: 60_000 },
        )
        .toEqual([
          ['http://explorer:9464/metrics', 'up'],
          ['http://indexer:8784/metrics', 'up'],
        ])
      expect(prometheus('alertmanagers').activeAlertmanagers.map(({ url }: { url: string }) => url)).toEqual([
        'http://alertmanager:9093/api/v2/alerts',
      ])
      expect(prometheus('rules').groups.map(({ name }: { name: string }) => name)).toContain('leafscan-objective')
      await expect
        .poll(() => prometheus('query?query=upstream:leafscan_indexer_available:ratio_30d').result.length, {
          timeout: 180_000,
        })
        .toBe(1)
    }, 300_000)

    test('have no rights, no root and no disk but their volumes', () => {
      for (const [name, { pid, output }] of composed.containers) {
        const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
        const [uid, gid] = file.services[name]?.user.split(':') ?? []
        expect(status, name).toMatch(new RegExp(`^Uid:\\t${uid}\\t${uid}\\t${uid}\\t${uid}\\nGid:\\t${gid}\\t`, 'm'))
        for (const set of ['CapPrm', 'CapEff', 'CapBnd'])
          expect(status, name).toMatch(new RegExp(`^${set}:\\t0+$`, 'm'))
        expect(status, name).toMatch(/^NoNewPrivs:\t1$/m)
        const mounts = fs
          .readFileSync(`/proc/${pid}/mountinfo`, 'utf8')
          .trim()
          .split('\n')
          .map((line) => line.split(' '))
        const own = [
          ...(file.services[name]?.tmpfs ?? []),
          ...(file.services[name]?.volumes ?? []).map((each) => each.slice(each.indexOf(':') + 1)),
        ]
        const writable = mounts
          .filter(([, , , , , options]) => /\brw\b/.test(options ?? ''))
          .map(([, , , , place]) => place ?? '')
        const foreign = writable.filter(
          (place) =>
            !/^\/(proc|dev)/.test(place) &&
            !own.some((each) => each.split(':')[0] === place.replace(/^\/run/, '/var/run')),
        )
        expect(foreign, name).toEqual([])
        expect(output(), name).not.toMatch(/EACCES|EROFS|EPERM|[Rr]ead-only file system|[Pp]ermission denied/)
      }
    })

    test('listen where the file has them asked, and on nothing more', () => {
      const listening = Object.fromEntries(
        composed.names.map((name) => {
          const { output } = composed.onHost(`ip netns exec ${name} ss -ltnH`)
          return [
            name,
            output
              .trim()
              .split('\n')
              .map((line) => Number(/:(\d+)\s/.exec(line)?.[1]))
              .sort(),
          ]
        }),
      )
      const ports = {
        explorer: [3000, 9464],
        indexer: [8784],
        postgres: [5432, 5432],
        prometheus: [9090],
        alertmanager: [9093],
      }
      expect(listening).toEqual(ports)
    })

    test('reach no network that is not theirs', () => {
      const asks = (name: string, url: string) =>
        composed.exec(name, 'curl', '-s', '-m', '2', '-o', '/dev/null', url).status
      expect(asks('explorer', `http://${composed.address('postgres', 'store')}:5432`)).not.toBe(0)
      expect(asks('explorer', 'http://postgres:5432')).toBe(6)
      expect(asks('prometheus', 'http://explorer:9464/metrics')).toBe(0)
    })

    test('save the history while it is recorded, end in order, and go on where they were', async () => {
      const snapshot = ['dist/indexer.mjs', 'snapshot', '--history', '/data/history.sqlite']
      const { status, output } = composed.exec('explorer', process.execPath, ...snapshot)
      expect([status, output]).toEqual([0, expect.stringContaining('the status history, SHA-256')])
      const slot = () => JSON.parse(get('explorer', 'outside', 3000, '/api/v1/getIndexerSlot')).result
      const beginning = () => JSON.parse(get('explorer', 'outside', 3000, '/api/v1/health')).since
      const before = { slot: slot(), since: beginning() }
      expect(before.since).toMatch(/^20\d\d-/)
      expect(await composed.down()).toEqual({ explorer: 0, indexer: 0, postgres: 0, prometheus: 0, alertmanager: 0 })
      await composed.up()
      expect(slot()).toBeGreaterThanOrEqual(before.slot)
      await expect.poll(beginning, { timeout: 30_000 }).toBe(before.since)
    }, 120_000)
  })
})
