import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { childrenOf } from '@/lib/testing/processes'
import { spawnLeafscan } from '@/lib/testing/world/leafscan'
import { expect, test } from './test'

/* How children end with their supervisor: scripts/supervisor.test.ts and lifecycle.slow.spec.ts. */

test('the ready line names explorer, indexer and ledger, which are two processes that answer', async ({
  request,
  leafscan,
}) => {
  expect(leafscan.output).toContain(`Leafscan ready: ${leafscan.url} · indexer ${leafscan.indexerUrl} (sandbox)\n`)
  expect((await request.get(`${leafscan.url}/readyz`)).status()).toBe(200)
  expect((await request.get(`${leafscan.indexerUrl}/liveness`)).status()).toBe(200)
  expect(childrenOf(leafscan.pid)).toHaveLength(2)
})

test('a damaged file in a ledger folder ends the start with its name', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'leafscan-damaged-'))
  mkdirSync(path.join(folder, 'transactions'))
  const file = path.join(folder, 'transactions', 'cut.json')
  writeFileSync(file, '{"slot": 5, "transaction": ["AAAA')
  const failed = await spawnLeafscan({ LEDGER: folder })
  expect(await failed.ended).toBe(1)
  expect(failed.output()).toContain(`Leafscan indexer: ${file}: `)
  expect(failed.output()).toContain('the indexer ended (exit code 1), so everything stops')
  rmSync(folder, { recursive: true })
})
