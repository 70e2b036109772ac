import { test } from 'vitest'
import { SEED } from '@/lib/testing/seed'
import { claimsHold } from '@/lib/testing/upstream/moving-claims'

test('no claim is false of a list that moves while it is read: 50 seeded lists', () =>
  claimsHold(Array.from({ length: 50 }, (_, i) => SEED + i)))
