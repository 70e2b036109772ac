import fs from 'node:fs'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { damages, environmentFor, foundBySqlite, makeStore, writeLedger } from '@/lib/testing/indexer/damaged-store'
import { startHere } from '@/lib/testing/indexer/indexer-here'
import { inFolder } from '@/lib/testing/indexer/indexer-process'
import { letGo } from '@/lib/testing/indexer/let-go'
import { ask } from '@/lib/testing/indexer/small-ledger'
import { SEED } from '@/scripts/seed'

async function stateOf(ledger: string, file: string): Promise<{ refused: string } | { ok: boolean }> {
  const env = await environmentFor(ledger, file)
  const indexer = startHere(env)
  try {
    await indexer.ready
    await healthy(env)
    return { ok: await healthy(env) }
  } catch (error) {
    const refused = error instanceof Error ? error.message : String(error)
    expect(refused).not.toContain('\n')
    return { refused }
  } finally {
    await indexer.end().catch(() => undefined)
    await letGo()
  }
}

async function healthy(env: Record<string, string>): Promise<boolean> {
  const health = await ask(env, 'getIndexerHealth')
  const ready = await fetch(`http://127.0.0.1:${env.INDEXER_PORT}/readiness`)
  return health.includes('"result":"ok"') || ready.status === 200
}

it('no store that SQLite finds damaged says ok for more than one check', () =>
  inFolder(async (folder) => {
    vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
    const ledger = writeLedger(folder)
    const whole = path.join(folder, 'whole')
    await makeStore(ledger, whole)
    await letGo()
    expect(await stateOf(ledger, whole)).toEqual({ ok: true })
    expect(foundBySqlite(whole)).toBeNull()

    const variants = damages(whole, SEED)
    expect(variants.length).toBeGreaterThan(80)
    const outcomes: [name: string, found: string | null, seen: { refused: string } | { ok: boolean }][] = []
    for (const [n, { name, apply }] of variants.entries()) {
      const file = path.join(folder, String(n), 'store')
      fs.mkdirSync(path.dirname(file))
      fs.copyFileSync(whole, file)
      apply(file)
      outcomes.push([name, foundBySqlite(file), await stateOf(ledger, file)])
    }
    const wrong = outcomes.filter(([, problem, after]) => problem !== null && 'ok' in after && after.ok)
    expect(wrong).toEqual([])
    expect(outcomes.filter(([, problem]) => problem !== null).length).toBeGreaterThanOrEqual(60)
  }))
