import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { startStandIn } from '@/lib/testing/stand-in/stand-in'
import { type Leafscan, startLeafscan } from '@/lib/testing/world/leafscan'
import type { StatusHistory } from '../lib/rpc/history'
import { expect, test } from './test'

async function history(request: APIRequestContext, url: string): Promise<StatusHistory> {
  return (await request.get(`${url}/api/v1/status/history`)).json()
}

const looksOf = ({ points }: StatusHistory) => points.reduce((sum, { samples }) => sum + samples, 0)

test('what the probe sees is on record, and can be taken away as a file', async ({ request, baseURL }) => {
  await expect.poll(async () => looksOf(await history(request, baseURL))).toBeGreaterThan(0)
  expect(await history(request, baseURL)).toMatchObject({ network: 'sandbox', recordedBy: 'this' })
  const file = await request.get(`${baseURL}/api/v1/status/history?format=csv`)
  expect(file.headers()['content-disposition']).toMatch(/^attachment; filename="leafscan-sandbox-status-/)
  expect(await file.text()).toContain('# Leafscan export: status history')
  expect((await request.get(`${baseURL}/api/v1/status/histories`)).status()).toBe(404)
})

test('of two explorers on one folder the first records; when it is killed the other goes on, and a new one reads', {
  tag: '@slow',
}, async ({ request }) => {
  test.setTimeout(150_000)
  const indexer = await startStandIn()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'leafscan-history-'))
  const env = { INDEXER_URL: `devnet=${indexer.url}`, DATA_DIR: folder, PROBE_SECONDS: '0.5' }
  const started: Leafscan[] = []
  const start = async () => {
    const leafscan = await startLeafscan(env)
    started.push(leafscan)
    return leafscan
  }
  try {
    const one = await start()
    await expect.poll(async () => looksOf(await history(request, one.url))).toBeGreaterThan(2)
    const two = await start()
    await expect.poll(async () => (await history(request, two.url)).recordedBy).toBe('another')
    expect((await history(request, one.url)).recordedBy).toBe('this')
    const ended = new Promise((resolve) => one.process.on('exit', resolve))
    const before = looksOf(await history(request, two.url))
    // The supervisor cannot tell anyone; its explorer ends without a chance to, as it notices.
    one.process.kill('SIGKILL')
    await ended
    await expect.poll(async () => (await history(request, two.url)).recordedBy).toBe('this')
    const { oldest, periods } = await history(request, two.url)
    await expect.poll(async () => looksOf(await history(request, two.url))).toBeGreaterThan(before + 2)
    expect(periods.map(({ verdict }) => verdict).filter((verdict) => verdict !== null)).toContain('ok')
    expect(await two.stop()).toBe(0)

    const three = await start()
    const said = await history(request, three.url)
    expect(said.oldest).toBe(oldest)
    await expect.poll(async () => (await history(request, three.url)).recordedBy).toBe('this')
    expect(
      readdirSync(folder)
        .filter((name) => name.startsWith('status.'))
        .sort(),
    ).toContain('status.sqlite')
  } finally {
    await Promise.all(started.map((leafscan) => leafscan.stop()))
    await indexer.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
