import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { readRecording } from '@/lib/testing/recordings/files'
import { associatedTokenAccount } from './associated-token-account'
import { resolvePrograms } from './programs'
import { TOKEN_PROGRAM } from './token-program'
import { parseTransaction } from './transaction'

const PROGRAM_IDS = {
  compression: 'compr6CUsB5m2jS4Y3831ztGSTnDpnKJTKS95d64XVq',
  lightSystem: 'SySTEM1eSU2p4BGQfQpimFEWWSC1XDFeun3Nqzz3rT7',
  token: TOKEN_PROGRAM,
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

  it.each(['', '0OIl', '1111', TOKEN_PROGRAM.repeat(2)])('is none where a text is no address: %j', async (text) => {
    expect(await associatedTokenAccount(text, TOKEN_PROGRAM, TOKEN_PROGRAM)).toBeNull()
    expect(await associatedTokenAccount(TOKEN_PROGRAM, text, TOKEN_PROGRAM)).toBeNull()
    expect(await associatedTokenAccount(TOKEN_PROGRAM, TOKEN_PROGRAM, text)).toBeNull()
  })
})
