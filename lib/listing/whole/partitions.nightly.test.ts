import { test } from 'vitest'
import { neverFalselyComplete } from '@/lib/testing/upstream/partitions'

test('a list in parts is never called complete falsely: 1,000 partitions', () => neverFalselyComplete(1_000))
