import { createHash } from 'node:crypto'
import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { StandIn } from '@/lib/testing/stand-in/stand-in'

export { launchOptions } from '../lib/testing/browser'

/** Bytes of data in an account: a compressed token account's. facts/light-events.md 9. */
const DATA_BYTES = 72

/** An indexer on loopback that holds one owner of `count` accounts as large as token accounts. */
export async function startLongList(count: number): Promise<{ url: string; owner: string; stop(): Promise<void> }> {
  const owner = addressOf('owner of a long list')
  const accounts = makeAccounts(owner, count).map((account, i) => {
    const seed = createHash('sha512').update(String(i)).digest()
    const data = Buffer.concat([seed, seed]).subarray(0, DATA_BYTES).toString('base64')
    return { ...account, data: { discriminator: 2n, data, dataHash: account.hash } }
  })
  const indexer = await new StandIn({ accounts }).start()
  return { url: indexer.url, owner, stop: () => indexer.stop() }
}
