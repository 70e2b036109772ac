import { test } from 'vitest'
import { days } from '@/lib/testing/indexer/days-of-sandbox'

/* 72 hours at night: days.nightly.test.ts. */

test('three hours of sandbox of which one is stored, and a start two days later', () =>
  days({ hours: 3, retentionSeconds: 3600, mebibytes: 16 }))
