import { beforeAll, describe, expect, it } from 'vitest'
import { type RecordedDetails, recordedDetails } from '@/lib/testing/recordings/recorded-details'
import { describe as describeTransaction } from './describe'

let all: RecordedDetails[]

beforeAll(async () => {
  all = await recordedDetails()
})

/** The transaction whose signature begins so. */
function of(start: string) {
  const found = all.find(({ details }) => details.signature.startsWith(start))
  if (!found) throw new Error(`no recorded transaction ${start}`)
  return found.details
}

describe('the sentence of a recorded transaction', () => {
  it.each([
    ['P3NmVFAo', 'tokens_transferred', '5GkBcTAG…f6DKKR97 sent 5 base units of FeynqjiR…GQ2HpfSX to HGkKWL7C…yJgzVSKV'],
    ['kNXkK3aX', 'sol_transferred', 'G2TkKaki…aVuckjmB sent 0.000001 SOL to 4Y9xHaih…GomXWS7m'],
    ['3vo8gufS', 'none', 'No change of compressed state'],
    [
      '3WUfY9Fu',
      'failed',
      'Failed: Instruction 3 failed: System program returned ResultWithNegativeLamports (error 1).',
    ],
  ])('%s is of kind %s', (start, kind, text) => {
    expect(describeTransaction(of(start))).toMatchObject({ kind, text })
  })
})
