import { describe, expect, it } from 'vitest'
import { failureOf } from './failure'

const SYSTEM = '11111111111111111111111111111111'
const LIGHT = 'SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7'
const TOKEN = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'
const UNKNOWN = 'FNt7byTHev1k5x2cXZLBr8TdWiC3zoP5vcnZR4P682Uy'

const words = (err: unknown, programs: string[] = [], logs: string[] = []) => failureOf(err, programs, logs)

describe('a failure in words', () => {
  it('names a program’s own code where its list has it', () => {
    expect(words({ InstructionError: [2, { Custom: 1 }] }, [TOKEN, TOKEN, SYSTEM])).toEqual({
      message: 'Instruction 3 failed: System program returned ResultWithNegativeLamports (error 1).',
      instruction: 2,
      code: 1,
    })
  })

  it('goes by the program that failed first: who called it ends with the same code', () => {
    const logs = [
      `Program ${TOKEN} invoke [1]`,
      `Program ${LIGHT} invoke [2]`,
      `Program ${LIGHT} failed: custom program error: 0x179b`,
      `Program ${TOKEN} failed: custom program error: 0x179b`,
    ]
    expect(words({ InstructionError: [0, { Custom: 6043 }] }, [TOKEN], logs).message).toBe(
      'Instruction 1 failed: Light system program returned ProofVerificationFailed (error 6043).',
    )
  })

  it('gives the number where nobody names it', () => {
    expect(words({ InstructionError: [0, { Custom: 7777 }] }, [UNKNOWN]).message).toBe(
      'Instruction 1 failed: its program returned error 7777.',
    )
  })

  it.each([
    [{ InstructionError: [1, 'MissingRequiredSignature'] }, 'Instruction 2 failed: missing required signature.'],
    [{ InstructionError: [1, 'SomethingNew'] }, 'Instruction 2 failed: something new.'],
    [{ InstructionError: [0, { BorshIoError: 'text of a stranger' }] }, 'Instruction 1 failed: borsh io error.'],
    ['BlockhashNotFound', 'Blockhash not found.'],
    [{ InsufficientFundsForRent: { account_index: 3 } }, 'Insufficient funds for rent.'],
    [{ '<b>odd</b>': 1 }, 'No readable reason was given.'],
    [true, 'No readable reason was given.'],
    ['constructor', 'Constructor.'],
    ['__proto__', 'No readable reason was given.'],
    [{ InstructionError: [0, 'hasOwnProperty'] }, 'Instruction 1 failed: has own property.'],
    [{ InstructionError: 'odd' }, 'Instruction error.'],
    [{ InstructionError: [-1, { Custom: '5' }] }, 'An instruction failed: custom.'],
    [
      { InstructionError: [0, { Custom: 2 ** 32 - 1 }] },
      'Instruction 1 failed: its program returned error 4294967295.',
    ],
    [{ InstructionError: [0, { Custom: 2 ** 32 }] }, 'Instruction 1 failed: custom.'],
    [{ InstructionError: [0, { Custom: Infinity }] }, 'Instruction 1 failed: custom.'],
  ])('of %o is %s', (err, message) => {
    expect(words(err).message).toBe(message)
  })
})
