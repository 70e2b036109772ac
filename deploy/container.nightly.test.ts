import { describe } from 'vitest'
import { testContainer } from '@/lib/testing/deploy/container-tests'

describe.skipIf(process.platform === 'win32')('the container, installed and built from nothing', () =>
  testContainer({ fresh: true }),
)
