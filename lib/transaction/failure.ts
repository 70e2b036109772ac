import { capitalize } from '../format/text'
import { ownMember } from '../platform/own-member'
import { knownProgram } from '../protocol/solana/known-programs'
import type { TransactionFailure } from './contract'

const LIGHT_SYSTEM: Readonly<Record<number, string>> = {
  6000: 'SumCheckFailed',
  6001: 'SignerCheckFailed',
  6002: 'CpiSignerCheckFailed',
  6006: 'InvalidAddress',
  6007: 'DeriveAddressError',
  6013: 'WriteAccessCheckFailed',
  6016: 'InvalidMerkleTreeOwner',
  6017: 'ProofIsNone',
  6018: 'ProofIsSome',
  6019: 'EmptyInputs',
  6020: 'CpiContextAccountUndefined',
  6021: 'CpiContextEmpty',
  6022: 'CpiContextMissing',
  6027: 'CpiContextFeePayerMismatch',
  6029: 'NoInputs',
  6034: 'ReadOnlyAddressAlreadyExists',
  6035: 'ReadOnlyAccountDoesNotExist',
  6043: 'ProofVerificationFailed',
  6051: 'TooManyOutputAccounts',
}

const LIGHT_TOKEN: Readonly<Record<number, string>> = {
  6000: 'PublicKeyAmountMissmatch',
  6001: 'ComputeInputSumFailed',
  6002: 'ComputeOutputSumFailed',
  6003: 'ComputeCompressSumFailed',
  6004: 'ComputeDecompressSumFailed',
  6005: 'SumCheckFailed',
  6011: 'DelegateSignerCheckFailed',
  6018: 'InvalidAuthorityMint',
  6019: 'InvalidFreezeAuthority',
  6021: 'TokenPoolPdaUndefined',
  6023: 'InvalidTokenPoolPda',
  6024: 'NoInputTokenAccountsProvided',
  6028: 'InsufficientTokenAccountBalance',
  6030: 'FailedToDecompress',
}

const SPL_TOKEN: Readonly<Record<number, string>> = {
  0: 'NotRentExempt',
  1: 'InsufficientFunds',
  2: 'InvalidMint',
  3: 'MintMismatch',
  4: 'OwnerMismatch',
  5: 'FixedSupply',
  6: 'AlreadyInUse',
  9: 'UninitializedState',
  11: 'NonNativeHasBalance',
  12: 'InvalidInstruction',
  13: 'InvalidState',
  14: 'Overflow',
  15: 'AuthorityTypeNotSupported',
  16: 'MintCannotFreeze',
  17: 'AccountFrozen',
  18: 'MintDecimalsMismatch',
}

const CODES: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7: LIGHT_SYSTEM,
  cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m: LIGHT_TOKEN,
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: SPL_TOKEN,
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: SPL_TOKEN,
  '11111111111111111111111111111111': {
    0: 'AccountAlreadyInUse',
    1: 'ResultWithNegativeLamports',
    2: 'InvalidProgramId',
    3: 'InvalidAccountDataLength',
    4: 'MaxSeedLengthExceeded',
    5: 'AddressWithSeedMismatch',
  },
}

const FAILED = /^Program (\w{32,44}) failed: custom program error: 0x([0-9a-f]{1,8})$/

/** @param programs of the top-level instructions, in order */
export function failureOf(err: unknown, programs: readonly string[], logs: readonly string[]): TransactionFailure {
  const { name, value } = named(err)
  if (name !== 'InstructionError' || !Array.isArray(value)) {
    return { message: `${capitalize(nameInWords(name))}.`, instruction: null, code: null }
  }
  const [index, inner]: unknown[] = value
  const instruction = typeof index === 'number' && Number.isSafeInteger(index) && index >= 0 ? index : null
  const where = instruction === null ? 'An instruction failed' : `Instruction ${instruction + 1} failed`
  const cause = named(inner)
  if (cause.name === 'Custom' && isCode(cause.value)) {
    const code = cause.value
    const program = failedProgram(code, logs) ?? (instruction === null ? undefined : programs[instruction])
    return { message: `${where}: ${customWords(code, program)}.`, instruction, code }
  }
  return { message: `${where}: ${nameInWords(cause.name)}.`, instruction, code: null }
}

function isCode(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 32
}

function customWords(code: number, program: string | undefined): string {
  const meaning = program === undefined ? undefined : ownMember(CODES, program)?.[code]
  const who = (program === undefined ? null : knownProgram(program)?.name) ?? 'its program'
  return meaning === undefined ? `${who} returned error ${code}` : `${who} returned ${meaning} (error ${code})`
}

function failedProgram(code: number, logs: readonly string[]): string | undefined {
  for (const line of logs) {
    const [, program, hex = ''] = FAILED.exec(line) ?? []
    if (program !== undefined && Number.parseInt(hex, 16) === code) return program
  }
  return undefined
}

function named(err: unknown): { name: string; value: unknown } {
  if (typeof err === 'string') return { name: err, value: null }
  const [entry] = err !== null && typeof err === 'object' ? Object.entries(err) : []
  return entry ? { name: entry[0], value: entry[1] } : { name: '', value: null }
}

/** Names of Solana's errors are words: `InsufficientFundsForFee`. */
function nameInWords(name: string): string {
  if (!/^[A-Za-z]{1,60}$/.test(name)) return 'no readable reason was given'
  return name.replace(/(?<!^)[A-Z]/g, ' $&').toLowerCase()
}
