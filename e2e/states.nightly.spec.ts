import { describeState, isQuick } from './state-checks'
import { STATES } from './states'
import { test } from './world'

/* Every state but the one of each frame that is in states.spec.ts. */

test.describe.configure({ mode: 'parallel' })

for (const state of STATES) if (!isQuick(state)) describeState(state)
