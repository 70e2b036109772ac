import { test } from 'vitest'
import { claimsHold } from '@/lib/testing/gateway/moving-claims'
import { SEED } from '@/lib/testing/seed'

test('no claim is false of a list that moves while it is read: 50 seeded lists', () =>
  claimsHold(Array.from({ length: 50 }, (_, i) => SEED + i)))
