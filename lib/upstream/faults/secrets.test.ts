import { expect, test } from 'vitest'
import { askWhileEchoing, echoingStates } from '@/lib/testing/api/echoing-indexer'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { ALL_CANARIES } from '@/lib/testing/upstream/canary'

const explorer = explorerPerTest()

/** One of each kind; all of them in secrets.nightly.test.ts. */
const CORE = /^(an? (error|unknown record|lag and more|member)|HTTP (404|500)$|(signature|data|cursor) of rows)/

test.each(echoingStates(ALL_CANARIES).filter(([state]) => CORE.test(state)))(
  'S03 keys of an indexer’s URL in %s show nowhere',
  async (_, fault) => {
    expect(await askWhileEchoing(explorer, fault)).toEqual([])
  },
)
