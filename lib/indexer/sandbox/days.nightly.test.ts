import { test } from 'vitest'
import { days } from '@/lib/testing/indexer/days-of-sandbox'

test('72 hours of sandbox, and a start two days later', () =>
  days({ hours: 72, retentionSeconds: 48 * 3600, mebibytes: 48 }))
