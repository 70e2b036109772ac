import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeBase58 } from '@/lib/protocol/base58'
import { RECORDED } from '@/lib/testing/node/written-block'
import { wireOf } from '@/lib/testing/recordings/wire'
import { SEED } from '@/scripts/seed'
import { readWire, versionOfWire, type WireTransaction } from './wire'

const wires = RECORDED.map(wireOf)

function ofKit(wire: Uint8Array): WireTransaction | null {
  try {
    const { messageBytes, signatures } = getTransactionDecoder().decode(wire)
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
    if (message.version === 1) return null
    const lookups = message.version === 0 ? (message.addressTableLookups ?? []) : []
    return {
      signatures: Object.values(signatures).map((bytes) => new Uint8Array(bytes ?? new Uint8Array(64))),
      isVersioned: message.version === 0,
      keys: [...message.staticAccounts],
      instructions: message.instructions.map(({ programAddressIndex, accountIndices = [], data }) => ({
        program: programAddressIndex,
        accounts: [...accountIndices],
        data: new Uint8Array(data ?? []),
      })),
      lookups: lookups.map(({ writableIndexes, readonlyIndexes }) => ({
        writable: [...writableIndexes],
        readonly: [...readonlyIndexes],
      })),
    }
  } catch {
    return null
  }
}

function byHand(wire: Uint8Array): WireTransaction | null {
  try {
    return readWire(wire)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

describe('a wire transaction', () => {
  it('is read as kit reads it', () => {
    expect(wires.length).toBeGreaterThan(100)
    for (const wire of wires) {
      const read = byHand(wire)
      expect(read).not.toBeNull()
      expect(read).toEqual(ofKit(wire))
    }
  })

  it('with damaged bytes is refused, or read as kit reads it', () => {
    let read = 0
    fc.assert(
      fc.property(fc.constantFrom(...wires), fc.nat(), fc.nat(255), (wire, at, byte) => {
        const damaged = Uint8Array.from(wire)
        // kit requires the signature count to match the signers.
        const from = 1 + 64 * (wire[0] ?? 0)
        damaged[from + (at % (wire.length - from))] = byte
        const given = byHand(damaged)
        const kit = ofKit(damaged)
        if (!given || !kit || versionOfWire(damaged) === 1) return
        read++
        expect(given).toEqual(kit)
      }),
      { seed: SEED, numRuns: 2_000 },
    )
    expect(read).toBeGreaterThan(500)
  })

  it.each([
    ['ends early', (wire: Uint8Array) => wire.subarray(0, -1)],
    ['goes on', (wire: Uint8Array) => Uint8Array.of(...wire, 0)],
  ])('that %s is refused', (_, changed) => {
    for (const wire of wires.slice(0, 20)) expect(() => readWire(changed(wire))).toThrow(RangeError)
  })

  it('holds copies: nothing of it keeps the whole in memory', () => {
    const [wire = new Uint8Array()] = wires
    const { signatures, instructions } = readWire(Buffer.from(wire))
    for (const part of [...signatures, ...instructions.map(({ data }) => data)]) {
      expect(part.buffer.byteLength).toBe(part.length)
      expect(Buffer.isBuffer(part)).toBe(false)
    }
    expect(encodeBase58(signatures[0] ?? new Uint8Array())).not.toBe('')
  })
})
