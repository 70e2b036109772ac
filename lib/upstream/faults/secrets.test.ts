import { expect, test } from 'vitest'
import { askWhileEchoing, echoingStates } from '@/lib/testing/api/echoing-indexer'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { indexerOfTest } from '@/lib/testing/of-test'
import { makeSignatures } from '@/lib/testing/stand-in/fixtures'
import { ALL_CANARIES } from '@/lib/testing/upstream/canary'
import { networkAt, onlyIndexer } from '@/lib/testing/upstream/networks'
import { clock } from '../../platform/clock'
import { Urgency } from '../../rpc-client/urgency'
import { callIndexer } from '../indexer/call'

const explorer = explorerPerTest()

/** One of each kind; all of them in secrets.nightly.test.ts. */
const CORE =
  /^(an? (error|unknown record|lag and more|member|page|redirect|status line|slot)|refused|names of|HTTP (404|429|500)$|(signature|data|cursor) of rows)/

test.each(echoingStates(ALL_CANARIES).filter(([state]) => CORE.test(state)))(
  'S03 keys of an indexer’s URL in %s show nowhere',
  async (_, fault) => {
    expect(await askWhileEchoing(explorer, fault)).toEqual([])
  },
)

test('S03 a row whose signature is the key itself is refused, since it is well formed', async () => {
  const [row, ...others] = makeSignatures(2)
  const { url } = await indexerOfTest({ latest: [...others, ...(row ? [row] : [])] })
  const asked = (key: string | undefined) =>
    callIndexer(
      onlyIndexer(networkAt(`${url}/?api-key=${key}`)),
      'getLatestCompressionSignatures',
      { limit: 10 },
      clock().monotonic() + 10_000,
      new Urgency('interactive'),
    )
  await expect(asked(row?.signature)).rejects.toMatchObject({ failure: { kind: 'decode', path: 'result' } })
  expect((await asked('another')).result.value.items).toHaveLength(2)
})
