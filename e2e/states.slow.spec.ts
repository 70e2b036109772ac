import { describeState, isQuick } from './state-checks'
import { STATES } from './states'
import { test } from './world'

/* Every other state: states.spec.ts has one of each frame. */

test.describe.configure({ mode: 'parallel' })

for (const state of STATES) if (!isQuick(state)) describeState(state)
