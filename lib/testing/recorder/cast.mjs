import { between, keypair, oneOf, randomStream } from './keys.mjs'

/** Who plays: mints, the wallets that delegate, and the crowd that only receives. */

export const MINT_NAMES = ['coffee', 'ticket', 'badge', 'points', 'seat', 'song']

/** Mints of which wallets delegate their accounts. */
export const DELEGATED_MINTS = MINT_NAMES.slice(0, 3)

/** Wallets that let the busy delegate move their tokens. */
export const DELEGATORS = Array.from({ length: 20 }, (_, index) => `delegator ${index}`)

const CROWD = Array.from({ length: 320 }, (_, index) => `crowd ${index}`)

const random = randomStream('cast')

export const address = (name) => keypair(name).publicKey

/** Someone of the crowd; a few are met far more often than the rest. */
export const someone = () => address(CROWD[Math.floor(CROWD.length * random() ** 2)])

export const severalPeople = (count) => Array.from({ length: count }, someone)

/** An amount in base units with six decimals as people choose them: round ones, and ones down to the last digit. */
export function someAmount() {
  const scale = 10n ** BigInt(between(random, 3, 9))
  return random() < 0.4
    ? BigInt(between(random, 1, 50)) * scale
    : BigInt(between(random, 1_001, 999_999)) * scale + BigInt(between(random, 0, 999))
}

export const someAmounts = (count) => Array.from({ length: count }, someAmount)

/** Lamports as people compress them, from some thousandths of a SOL to a few SOL. */
export const someLamports = () =>
  BigInt(between(random, 1, 400)) * oneOf(random, [1_000_000n, 2_500_000n, 1_234_567n, 10_000_019n])
