import { describeState, isNightly, isQuick } from './state-checks'
import { STATES } from './states'
import { test } from './world'

/* What an indexer's trouble makes of the other pages. */

test.describe.configure({ mode: 'parallel' })

for (const state of STATES) if (!isQuick(state) && isNightly(state)) describeState(state)
