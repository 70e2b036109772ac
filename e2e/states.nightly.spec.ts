import { describeState, isQuick } from './state-checks'
import { STATES } from './states'
import { test } from './world'

test.describe.configure({ mode: 'parallel' })

for (const state of STATES) if (!isQuick(state)) describeState(state)
