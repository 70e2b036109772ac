import { beforeEach, describe, expect, it, vi } from 'vitest'
import { parseJson } from '@/lib/protocol/rpc/json'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { AccountChain, hashOf, indexed, serveChain } from '@/lib/testing/indexer/account-chain'
import { updated } from '@/lib/testing/indexer/history-walks'
import type { NodeStandIn, Script } from '@/lib/testing/node/stand-in'
import { nodeOfTest } from '@/lib/testing/of-test'
import { readRecording } from '@/lib/testing/recordings/files'
import { inBase64 } from '@/lib/testing/recordings/wire'

const explorer = explorerPerTest()
const chain = new AccountChain('v2', 'readOnly', { slot: 418_000_000 })
const hashes = updated(chain, 3).map(hashOf)
const signatures = [...chain.transactions.keys()]
const last = signatures.at(-1) as string

let node: NodeStandIn

beforeEach(async () => {
  node = await nodeOfTest()
  serveChain(node, chain)
  Object.assign(explorer.indexer.data, indexed(chain))
})

async function withNode(): Promise<void> {
  vi.stubEnv('CHAIN_URL', `near=${node.url}`)
  await explorer.restart()
}

async function get(query: string) {
  const response = await explorer.get(`transaction${query}`)
  return { status: response.status, body: parseJson(response.text) }
}

describe('GET /api/v1/transaction', () => {
  it('is 501 without a chain node', async () => {
    expect(await get(`?signature=${last}`)).toMatchObject({ status: 501, body: { code: 'no_chain_node' } })
  })

  it('has what the transaction did, and the contents of what it consumed', async () => {
    await withNode()
    expect(await get(`?signature=${last}`)).toMatchObject({
      status: 200,
      body: {
        result: {
          signature: last,
          failure: null,
          finalized: true,
          usesCompression: true,
          consumed: [{ content: { state: 'read', account: { hash: hashes.at(-2) } } }],
          created: [{ account: { hash: hashes.at(-1) } }],
          lamports: { state: 'known' },
          mints: { state: 'known', value: [] },
        },
        meta: { network: 'near', complete: true },
      },
    })
  })

  it('says which contents were not found where the indexer does not know what was consumed', async () => {
    await withNode()
    explorer.indexer.data.signatures = {}
    expect(await get(`?signature=${last}`)).toMatchObject({
      status: 200,
      body: { result: { consumed: [{ fields: {}, content: { state: 'unknown' } }] }, meta: { complete: false } },
    })
  })

  it('answers in time without the contents that are slow to come, and with them when it is requested again', async () => {
    await withNode()
    let release = () => {}
    const until = new Promise<void>((resolve) => {
      release = resolve
    })
    const before = signatures.at(-2)
    node.script = ({ method, params }) => (method === 'getTransaction' && params[0] === before ? { until } : null)
    expect(await explorer.clock.during(get(`?signature=${last}`), 200)).toMatchObject({
      status: 200,
      body: {
        result: {
          consumed: [{ fields: { lamports: expect.anything() }, content: { state: 'not_read' } }],
          mints: { state: 'known' },
          lamports: { state: 'known' },
        },
        meta: { complete: false },
      },
    })
    node.script = null
    release()
    expect(await get(`?signature=${last}`)).toMatchObject({
      body: { result: { consumed: [{ content: { state: 'read' } }] }, meta: { complete: true } },
    })
  })

  const inner = (innerInstructions: unknown): Script => {
    return ({ method, params }) =>
      method === 'getTransaction' && params[0] === last
        ? {
            result: (right) => ({
              ...(right as object),
              meta: { ...(right as { meta: object }).meta, innerInstructions },
            }),
          }
        : null
  }
  const unknown = (doubt: string) => ({
    status: 200,
    body: {
      result: {
        doubt,
        usesCompression: null,
        consumed: null,
        created: null,
        lamports: { state: 'missing', reason: doubt },
      },
      meta: { complete: false },
    },
  })
  const whole = { status: 200, body: { result: { doubt: null, usesCompression: true }, meta: { complete: true } } }

  it.each([null, undefined, 7])(
    'knows nothing where the node has %s for inner instructions, and all once it has them',
    async (none) => {
      await withNode()
      node.script = inner(none)
      expect(await get(`?signature=${last}`)).toMatchObject(unknown('not_recorded'))
      node.script = null
      await explorer.clock.pass(5_000)
      expect(await get(`?signature=${last}`)).toMatchObject(whole)
    },
  )

  it.each(['latest list', 'account’s list'])(
    'doubts a node that shows no change, of a signature of the %s',
    async (list) => {
      await withNode()
      node.script = inner([])
      if (list !== 'latest list') {
        explorer.indexer.data.latest = []
        expect(await get(`?signature=${last}`)).toMatchObject({
          body: { result: { doubt: null, usesCompression: false } },
        })
        await explorer.get(`getCompressionSignaturesForAccount?hash=${hashes.at(-1)}`)
      }
      expect(await get(`?signature=${last}`)).toMatchObject(unknown('contradicted'))
      node.script = null
      await explorer.clock.pass(5_000)
      expect(await get(`?signature=${last}`)).toMatchObject(whole)
    },
  )

  it('marks what is in a tree that the indexer leaves out, once the indexer has read the slot', async () => {
    await withNode()
    const [block] = readRecording('v2-state-tree').blocks
    const [entry] = block?.entries ?? []
    if (!block || !entry) throw new Error('no transaction')
    const { signature, transaction } = entry
    node.transactions.set(signature, { slot: block.slot, blockTime: 1, ...inBase64(transaction) } as { slot: number })
    const indexed = async () => {
      const { body } = await get(`?signature=${signature}`)
      return (body as { result: { created: { indexed: boolean }[] } }).result.created.map((one) => one.indexed)
    }
    explorer.indexer.data.slot = block.slot
    expect(await indexed()).toEqual([false])
  })

  it('refuses what is no request before any call', async () => {
    await withNode()
    for (const query of ['', '?signature=short', `?signature=${last}&signature=${last}`, `?signature=${last}&hash=x`]) {
      expect(await get(query)).toMatchObject({ status: 400, body: { code: 'invalid_params' } })
    }
    expect(node.requests.filter(({ method }) => method === 'getTransaction')).toEqual([])
  })
})
