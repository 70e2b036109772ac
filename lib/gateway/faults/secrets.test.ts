import { expect, test } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { askWhileTelling, tellingStates } from '@/lib/testing/api/telling-indexer'
import { ALL_CANARIES } from '@/lib/testing/gateway/canary'

const explorer = explorerPerTest()

/** One of each kind; all of them in secrets.slow.test.ts. */
const CORE = /^(an? (error|unknown record|lag and more|member)|HTTP (404|500)$|(signature|data|cursor) of rows)/

test.each(tellingStates(ALL_CANARIES).filter(([state]) => CORE.test(state)))(
  'S03 keys of an indexer’s URL in %s show nowhere',
  async (_, fault) => {
    expect(await askWhileTelling(explorer, fault)).toEqual([])
  },
)
