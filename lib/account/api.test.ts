import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { proofs } from '@/lib/account/proof/proofs'
import { parseJson } from '@/lib/protocol/rpc/json'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { AccountChain, hashOf, indexed, serveChain } from '@/lib/testing/indexer/account-chain'
import { updated } from '@/lib/testing/indexer/history-walks'
import type { NodeStandIn } from '@/lib/testing/node/stand-in'
import { nodeOfTest } from '@/lib/testing/of-test'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { bundleServer } from '@/scripts/bundle.mjs'

const explorer = explorerPerTest()
const chain = new AccountChain('v2', 'readOnly', { slot: 418_000_000 })
const hashes = updated(chain, 24).map(hashOf)
const hash = hashes[20] as string

let node: NodeStandIn

beforeAll(async () => void (await bundleServer()))

beforeEach(async () => {
  node = await nodeOfTest()
  serveChain(node, chain)
  Object.assign(explorer.indexer.data, indexed(chain))
})

afterEach(() => proofs.existing()?.close())

async function withNode(): Promise<void> {
  vi.stubEnv('CHAIN_URL', `near=${node.url}`)
  await explorer.restart()
}

async function get(path: string) {
  const response = await explorer.get(path)
  return { status: response.status, body: parseJson(response.text) as Record<string, never> & { code?: string } }
}

interface Listed {
  result: { items: { account: { hash: string } }[]; cursor: string | null; newerCursor: string | null }
  meta: { complete: boolean }
}

async function page(cursor: string | null): Promise<Listed> {
  const at = cursor === null ? '' : `&cursor=${cursor}`
  const { status, body } = await get(`account/history?hash=${hash}&limit=10${at}`)
  expect(status).toBe(200)
  return body as unknown as Listed
}

describe('GET /api/v1/account', () => {
  it('is 501 without a chain node, before anything is requested', async () => {
    for (const path of ['account', 'account/history']) {
      expect(await get(`${path}?hash=${hash}`)).toMatchObject({ status: 501, body: { code: 'no_chain_node' } })
    }
    expect(explorer.indexer.calls.getCompressionSignaturesForAccount).toBeUndefined()
  })

  it.each([null, undefined, {}])(
    'is not known where the node has %s for inner instructions, and is once it has them',
    async (none) => {
      await withNode()
      const [lacking, after] = [hashes[15] as string, hashes[16]]
      const created = chain.signatures[lacking]?.at(-1)?.signature
      node.script = ({ method, params }) =>
        method === 'getTransaction' && params[0] === created
          ? {
              result: (right) => ({
                ...(right as object),
                meta: { ...(right as { meta: object }).meta, innerInstructions: none },
              }),
            }
          : null
      const said = `did not record the inner instructions of transaction ${created}`
      const problem = { code: 'chain_mismatch', detail: expect.stringContaining(said) }
      expect(await get(`account?hash=${lacking}`)).toMatchObject({ body: problem })
      expect(await get(`account/history?hash=${lacking}`)).toMatchObject({ body: problem })
      const beside = await get(`account/history?hash=${after}&limit=10`)
      expect(beside).toMatchObject({
        status: 200,
        body: { result: { oldestEnd: { kind: 'problem', problem } }, meta: { complete: false } },
      })
      node.script = null
      await explorer.clock.pass(5_000)
      expect(await get(`account?hash=${lacking}`)).toMatchObject({ status: 200 })
      expect(await get(`account/history?hash=${after}&limit=10`)).toMatchObject({
        body: { result: { oldestEnd: { kind: 'unwalked' } } },
      })
    },
  )

  it('has the content of a consumed version, with its proof and its transactions', async () => {
    await withNode()
    const { status, body } = await get(`account?hash=${hash}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      result: {
        account: { hash, lamports: 2 },
        tokenData: null,
        proof: { result: 'matches' },
        created: { finalized: true, fee: 5000 },
        consumed: { signature: expect.any(String) },
      },
      meta: { network: 'near' },
    })
  })

  it('says during an outage as of when an account is live, as an operation does', async () => {
    await withNode()
    const live = hashes.at(-1) as string
    const operation = `getCompressionSignaturesForAccount?hash=${live}`
    const paths = [`account?hash=${live}`, `account/history?hash=${live}&limit=10`]
    const { body: said } = await get(operation)
    const { slot, fetchedAt } = said.meta as unknown as { slot: number; fetchedAt: string }
    const known = paths.map(() => ({ meta: { slot, fetchedAt, state: 'fresh' } }))
    expect(await Promise.all(paths.map(async (path) => (await get(path)).body))).toMatchObject(known)
    explorer.indexer.fail(FAULTS.rateLimited('30'))
    explorer.clock.skip(45_000)
    await explorer.get('getIndexerSlot')
    const stale = await explorer.get(operation)
    for (const path of paths) {
      const { headers, body } = await explorer.get(path)
      expect(body).toMatchObject({ meta: { slot, fetchedAt, state: 'stale', reason: 'upstream_rate_limited' } })
      for (const name of ['age', 'cache-control', 'cache-status'])
        expect([name, headers.get(name)]).toEqual([name, stale.headers.get(name)])
      expect(headers.get('age')).toBe('45')
    }
    explorer.clock.skip(900_000)
    expect(await explorer.get(paths[0] as string)).toMatchObject({ status: 503 })
    const { body } = await explorer.get(paths[1] as string)
    expect(body).toMatchObject({
      result: { newestEnd: { kind: 'problem' } },
      meta: { fetchedAt: null, state: 'stale', reason: 'upstream_rate_limited', complete: false },
    })
  })

  it('takes a final version from its store, as of the slot that consumed it', async () => {
    await withNode()
    await get(`account?hash=${hash}`)
    explorer.indexer.fail(FAULTS.serverError)
    explorer.clock.skip(900_000)
    const { body } = await get(`account?hash=${hash}`)
    const { result, meta } = body as unknown as { result: { consumed: { slot: number } }; meta: object }
    expect(meta).toMatchObject({ network: 'near', slot: result.consumed.slot, fetchedAt: null, state: 'fresh' })
  })

  it('is 404 for a hash that the indexer does not know', async () => {
    await withNode()
    const unknown = hashes[0]?.replace(/^./, 'z')
    expect(await get(`account?hash=${unknown}`)).toMatchObject({ status: 400 })
    explorer.indexer.data.signatures = {}
    expect(await get(`account?hash=${hash}`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('refuses what is no request before any call', async () => {
    await withNode()
    for (const path of [
      'account',
      'account?hash=short',
      `account?hash=${hash}&hash=${hash}`,
      `account?hash=${hash}&owner=x`,
      `account/history?hash=${hash}&limit=0`,
      `account/history?hash=${hash}&cursor=here`,
      `account/history/export?hash=${hash}&format=xml`,
      `account/history/export?hash=${hash}&format=csv&comments=no`,
    ]) {
      expect(await get(path)).toMatchObject({ status: 400, body: { code: 'invalid_params' } })
    }
    expect(node.requests.filter(({ method }) => method === 'getTransaction')).toEqual([])
  })
})

describe('GET /api/v1/account/history', () => {
  it('leads through every version, and costs a second reader no call', async () => {
    await withNode()
    for (let reader = 0; reader < 2; reader++) {
      let at = await page(null)
      while (at.result.newerCursor !== null) at = await page(at.result.newerCursor)
      const listed = at.result.items
      while (at.result.cursor !== null) {
        at = await page(at.result.cursor)
        listed.push(...at.result.items)
      }
      expect(listed.map(({ account }) => account.hash)).toEqual([...hashes].reverse())
      expect(at.meta.complete).toBe(true)
      if (reader === 0) {
        node.requests.length = 0
        explorer.indexer.requests.length = 0
      }
    }
    expect(node.requests).toEqual([])
    expect(explorer.indexer.requests).toEqual([])
  })

  it.each(['csv', 'ndjson'])('comes whole as %s, newest first', async (format) => {
    await withNode()
    const { status, text } = await explorer.get(`account/history/export?hash=${hash}&format=${format}`)
    expect(status).toBe(200)
    const places = hashes.map((each) => text.lastIndexOf(format === 'csv' ? `,${each},` : `"hash":"${each}"`))
    expect(places.every((place) => place > 0)).toBe(true)
    expect([...places].sort((a, b) => b - a)).toEqual(places)
    expect(text).toMatch(format === 'csv' ? /rows: 24/ : /"rows":24,"complete":true/)
    const bare = await explorer.get(`account/history/export?hash=${hash}&format=${format}&comments=false`)
    const again = await explorer.get(`account/history/export?hash=${hash}&format=${format}`)
    const lines = again.text.split('\n').filter((line) => !/^#|^\{"kind":"(?:head|end)"/.test(line))
    expect(bare.text).toBe(lines.join('\n'))
    if (format === 'csv')
      expect(text.split('\r\n').filter((line) => /^"?#/.test(line) && /[,;\t"']/.test(line))).toEqual([])
  })

  it('keeps what was read while the node is down, and says why there is no more', async () => {
    await withNode()
    await page(null)
    node.script = () => ({ status: 503, body: 'no' })
    const all = await explorer.clock.during(get(`account/history?hash=${hash}&limit=100`), 200)
    const problem = { kind: 'problem', problem: { code: 'chain_unavailable' } }
    expect(all.body).toMatchObject({ result: { known: 10, oldestEnd: problem, newestEnd: { kind: 'live' } } })
  })
})

describe('GET /account/<hash>.atom', () => {
  it('has the versions with a chain node, newest first', async () => {
    await withNode()
    const { status, text } = await explorer.get(`/account/${hashes[23]}.atom`)
    expect(status).toBe(200)
    const entries = [...text.matchAll(/<id>[^<]*\/version\/([^<]+)<\/id>/g)].map(([, each]) => each)
    expect(entries).toEqual([...hashes].reverse().slice(0, entries.length))
    expect(entries.length).toBeGreaterThan(5)
  })
})
