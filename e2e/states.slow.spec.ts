import { describeState, isNightly, isQuick } from './state-checks'
import { STATES } from './states'
import { test } from './world'

/* States of an owner's page and of sound indexers; one of each frame is in states.spec.ts, the others are in states.nightly.spec.ts. */

test.describe.configure({ mode: 'parallel' })

for (const state of STATES) if (!isQuick(state) && !isNightly(state)) describeState(state)
