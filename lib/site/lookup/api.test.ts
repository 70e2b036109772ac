import { describe, expect, it } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { addressOf, makeAccounts, makeSignatures } from '@/lib/testing/stand-in/fixtures'

const explorer = explorerPerTest()
const OWNER = addressOf('owner that is searched')

async function get(q: string, more = '') {
  const { status, text } = await explorer.get(`search?q=${encodeURIComponent(q)}${more}`)
  return { status, ...JSON.parse(text) }
}

describe('GET /api/v1/search', () => {
  it('has each meaning with its page, and where the page of the search leads', async () => {
    explorer.indexer.data.accounts = makeAccounts(OWNER, 3)
    const { result, meta } = await get(`owner: ${OWNER}`, '&cluster=far')
    expect(result).toMatchObject({ kind: 'key', text: OWNER, leadsTo: `/wallet/${OWNER}?cluster=far` })
    expect(result.meanings.map(({ kind, found }: { kind: string; found: boolean }) => [kind, found])).toEqual([
      ['wallet', false],
      ['owner', true],
      ['delegate', false],
      ['mint', false],
      ['account hash', false],
    ])
    expect(result.meanings[1]).toEqual({
      ...{ kind: 'owner', found: true, text: '3 accounts', page: `/wallet/${OWNER}?tab=sol&cluster=far` },
    })
    expect(meta).toEqual({ network: 'far' })
  })

  it('what is slow is not known, with the reason, and the rest is answered', async () => {
    explorer.indexer.data.accounts = makeAccounts(OWNER, 3)
    explorer.indexer.script('getCompressedTokenAccountsByDelegate', { kind: 'hang' })
    const asked = get(OWNER)
    await explorer.received(5)
    await explorer.clock.pass(3_000)
    const { result } = await asked
    expect(result.meanings[2]).toMatchObject({ kind: 'delegate', found: null, reason: 'slow' })
    expect(result.meanings[1]).toMatchObject({ found: true })
  })

  it('makes no request for what needs none, and never repeats what may be a secret', async () => {
    const signature = makeSignatures(1)[0]?.signature ?? ''
    expect((await get(signature)).result).toMatchObject({ leadsTo: `/tx/${signature}`, meanings: [{ found: null }] })
    expect((await get(`/owner/${OWNER}?limit=10`)).result).toMatchObject({
      ...{ kind: 'own', leadsTo: `/owner/${OWNER}?limit=10`, meanings: [] },
    })
    expect((await get(`${OWNER} ${signature}`)).result).toMatchObject({ kind: 'several', meanings: [{}, {}] })
    expect((await get(`https://solscan.io/tx/${signature}`)).result).toMatchObject({
      ...{ kind: 'link', why: expect.stringContaining('mainnet-beta'), meanings: [] },
    })
    const keypair = `[${Array.from({ length: 64 }, (_, i) => i + 100)}]`
    const { result } = await get(keypair)
    expect(result).toMatchObject({ kind: 'unknown', text: null, why: expect.stringContaining('keypair') })
    expect(JSON.stringify(result)).not.toContain('150')
    expect(await explorer.get('search')).toMatchObject({ status: 400 })
    expect(explorer.indexer.callCount).toBe(0)
  })
})
