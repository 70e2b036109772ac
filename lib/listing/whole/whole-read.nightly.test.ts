import { test } from 'vitest'
import { claimsHold } from '@/lib/testing/upstream/moving-claims'
import { SEED } from '@/scripts/seed'

test('no claim is false of a list that moves while it is read: 50 seeded lists', () =>
  claimsHold(Array.from({ length: 50 }, (_, i) => SEED + i)))
