import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { TOKEN_PROGRAMS } from '@/lib/protocol/solana/mint-account'
import { readRecording } from '@/lib/testing/recordings/files'
import { addressOf } from '../../testing/stand-in/fixtures'
import { associatedTokenAccount } from './associated-token-account'
import { resolvePrograms } from './programs'
import { TOKEN_PROGRAM } from './token-program'
import { parseTransaction } from './transaction'

const PROGRAM_IDS = {
  compression: 'compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq',
  lightSystem: 'SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7',
  token: TOKEN_PROGRAM,
}

const P = 2n ** 255n - 19n

function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, base % P]
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % P
    square = (square * square) % P
  }
  return result
}

/** x² = (y² − 1) / (dy² + 1) has a root modulo p. */
function isOnCurve(key: Uint8Array): boolean {
  const y = BigInt(`0x${Buffer.from(key).reverse().toString('hex')}`) & (2n ** 255n - 1n)
  const d = (P - 121_665n) * power(121_666n, P - 2n)
  const ofX = (y * y - 1n + P) * power(d * y * y + 1n, P - 2n)
  return power(ofX, (P - 1n) / 2n) !== P - 1n
}

/** Derived by SHA-256 and the curve's equation alone. */
function derived(under: string, seeds: readonly string[]): string {
  for (let bump = 255; bump >= 0; bump--) {
    const hash = createHash('sha256')
    for (const seed of seeds) hash.update(base58.decode(seed))
    const key = hash
      .update(Buffer.from([bump]))
      .update(base58.decode(under))
      .update('ProgramDerivedAddress')
      .digest()
    if (!isOnCurve(key)) return base58.encode(key)
  }
  throw new Error('no address')
}

describe('the associated token account of a wallet and a mint', () => {
  it('is the owner that a closed one left in compressed state', async () => {
    const programs = await resolvePrograms(PROGRAM_IDS)
    const outputs = readRecording('v2-compress-and-close-tlv').blocks.flatMap(({ entries }) =>
      entries.flatMap(({ transaction }) => {
        const parsed = parseTransaction({ ...transaction }, programs)
        return parsed.ok && parsed.update ? parsed.update.outputs : []
      }),
    )
    // The owners of the five closed accounts, from the keys of the transaction that closed them.
    const wallets = [
      ...Array.from({ length: 4 }, () => '2F7Zim9m5svq2M8pVXUQPDXme6nSji8Vvj8D2vhh3dvj'),
      'DgTcTnDcHGUcApj2RjhRpezRPSCyK7PRVmHL4SFD1zRD',
    ]
    const tokens = outputs.flatMap(({ token }) => token ?? [])
    expect(tokens).toHaveLength(5)
    for (const [i, { mint, owner }] of tokens.entries()) {
      expect(await associatedTokenAccount(wallets[i] ?? '', base58.encode(mint), TOKEN_PROGRAM)).toBe(
        base58.encode(owner),
      )
    }
  })

  it('agrees with an independent derivation for a thousand of three programs', async () => {
    const under = {
      [TOKEN_PROGRAMS.spl]: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
      [TOKEN_PROGRAMS.token2022]: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
      [TOKEN_PROGRAM]: TOKEN_PROGRAM,
    }
    const programs = Object.entries(under)
    for (let n = 0; n < 1_000; n++) {
      const [program, base] = programs[n % programs.length] ?? [TOKEN_PROGRAM, TOKEN_PROGRAM]
      const [wallet, mint] = [addressOf(`wallet ${n}`), addressOf(`mint ${n % 7}`)]
      expect(await associatedTokenAccount(wallet, mint, program)).toBe(derived(base, [wallet, program, mint]))
    }
  })

  it.each(['', '0OIl', '1111', TOKEN_PROGRAM.repeat(2)])('is none where a text is no address: %j', async (text) => {
    expect(await associatedTokenAccount(text, TOKEN_PROGRAM, TOKEN_PROGRAM)).toBeNull()
    expect(await associatedTokenAccount(TOKEN_PROGRAM, text, TOKEN_PROGRAM)).toBeNull()
    expect(await associatedTokenAccount(TOKEN_PROGRAM, TOKEN_PROGRAM, text)).toBeNull()
  })
})
