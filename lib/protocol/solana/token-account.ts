import { TOKEN_PROGRAM } from '../light/token-program'
import { keyAt, type ParseResult, readExtensions, TOKEN_PROGRAMS, unreadable, viewOf } from './mint-account'

/*
 * Token accounts on the chain. The first 165 bytes are those of SPL Token in all three programs. Then Token-2022 has one byte
 * for the kind and extensions (u16 type, u16 length, value), and the Light Token Program one byte for the kind, an optional
 * list (u32 count) and extensions (u8 kind, body). Little-endian. facts/hot-tokens.md 2.
 */

const BYTES = 165
const KIND_AT = 165
const KIND_ACCOUNT = 2

/** Offsets. Optional fields are a u32, 0 or 1, and a value. */
const OWNER_AT = 32
const AMOUNT_AT = 64
const DELEGATE_AT = 72
const STATE_AT = 108
const NATIVE_AT = 109
const DELEGATED_AMOUNT_AT = 121
const CLOSE_AUTHORITY_AT = 129

const STATES = [null, 'initialized', 'frozen'] as const

const TRANSFER_FEE_AMOUNT = 2
const CONFIDENTIAL_TRANSFER = 5

/** Of a Light account's first extension; offsets from the account's begin. */
const COMPRESSIBLE = 32
const EXTENSIONS_AT = 166
const COMPRESSIBLE_END = 272

export interface ChainTokenAccount {
  mint: string
  owner: string
  /** Base units, without `withheld` and confidential balances. */
  amount: bigint
  state: 'initialized' | 'frozen'
  delegate: string | null
  delegatedAmount: bigint
  closeAuthority: string | null
  /** Wrapped SOL: the amount is in lamports of the account. */
  isNative: boolean
  /** Transfer fees kept in the account; they belong to the mint's fee authority. */
  withheld: bigint
  /** The account can hold a balance that only its owner can read. */
  isConfidential: boolean
  /** Of Light accounts that the program may compress; null: never. */
  rent: LightRent | null
}

/** Lamports, unless named otherwise. */
export interface LightRent {
  lastClaimedSlot: bigint
  exemption: bigint
  base: bigint
  compressionCost: bigint
  perByteAndEpoch: bigint
}

/** @param data the whole account */
export function readTokenAccount(program: string, data: Uint8Array): ParseResult<ChainTokenAccount> {
  const isLight = program === TOKEN_PROGRAM
  const isToken2022 = program === TOKEN_PROGRAMS.token2022
  if (!isLight && !isToken2022 && program !== TOKEN_PROGRAMS.spl)
    return unreadable('the account belongs to no token program')
  if (data.length < BYTES) return unreadable('the account is too short for a token account')
  if (data.length > BYTES && (program === TOKEN_PROGRAMS.spl || data[KIND_AT] !== KIND_ACCOUNT))
    return unreadable('the account is not a token account')
  const view = viewOf(data)
  const state = STATES[data[STATE_AT] ?? 0]
  if (!state) return unreadable('the token account is not set up')
  if ([DELEGATE_AT, NATIVE_AT, CLOSE_AUTHORITY_AT].some((at) => view.getUint32(at, true) > 1))
    return unreadable('an optional field is neither there nor not')
  const optionalKey = (at: number) => (view.getUint32(at, true) === 1 ? keyAt(data, at + 4) : null)
  const value = {
    mint: keyAt(data, 0),
    owner: keyAt(data, OWNER_AT),
    amount: view.getBigUint64(AMOUNT_AT, true),
    state,
    delegate: optionalKey(DELEGATE_AT),
    delegatedAmount: view.getBigUint64(DELEGATED_AMOUNT_AT, true),
    closeAuthority: optionalKey(CLOSE_AUTHORITY_AT),
    isNative: !isLight && view.getUint32(NATIVE_AT, true) === 1,
    withheld: 0n,
    isConfidential: false,
    rent: isLight ? rentOf(data, view) : null,
  }
  if (!isToken2022 || data.length === BYTES) return { ok: true, value }
  const extensions = readExtensions(data.subarray(KIND_AT + 1))
  if (!extensions.ok) return extensions
  const withheld = extensions.value.get(TRANSFER_FEE_AMOUNT)
  if (withheld && withheld.length !== 8) return unreadable('the withheld fees have another length')
  return {
    ok: true,
    value: {
      ...value,
      withheld: withheld ? viewOf(withheld).getBigUint64(0, true) : 0n,
      isConfidential: extensions.value.has(CONFIDENTIAL_TRANSFER),
    },
  }
}

/** The compressible extension always comes first. */
function rentOf(data: Uint8Array, view: DataView): LightRent | null {
  if (data.length < COMPRESSIBLE_END || data[EXTENSIONS_AT] !== 1 || data[EXTENSIONS_AT + 5] !== COMPRESSIBLE)
    return null
  return {
    lastClaimedSlot: view.getBigUint64(248, true),
    exemption: BigInt(view.getUint32(256, true)),
    base: BigInt(view.getUint16(264, true)),
    compressionCost: BigInt(view.getUint16(266, true)),
    perByteAndEpoch: BigInt(view.getUint8(268)),
  }
}

/** Slots of a rent epoch. facts/hot-tokens.md 2. */
const EPOCH_SLOTS = 13_500n

/**
 * The slot from which anyone with the compression authority may compress the account, unless somebody pays more rent.
 * @param bytes length of the account's data
 */
export function compressibleFrom(rent: LightRent, lamports: bigint, bytes: number): bigint {
  const funds = lamports - rent.exemption - rent.compressionCost
  const perEpoch = rent.base + BigInt(bytes) * rent.perByteAndEpoch
  const epochs = funds <= 0n || perEpoch === 0n ? 0n : funds / perEpoch
  return EPOCH_SLOTS * (rent.lastClaimedSlot / EPOCH_SLOTS + epochs)
}
