import { encodeBase58 } from '../../protocol/base58'
import { readWire } from '../../protocol/light/wire'

export interface JsonTransaction {
  signatures: string[]
  message: object
}

/**
 * Up to version 0.
 * @throws RangeError for bytes that end early or have a rest
 */
export function jsonOfWire(wire: Uint8Array): JsonTransaction {
  const { signatures, isVersioned, header, keys, recentBlockhash, instructions, lookups } = readWire(wire)
  const message = {
    header: {
      numRequiredSignatures: header.signers,
      numReadonlySignedAccounts: header.readonlySigners,
      numReadonlyUnsignedAccounts: header.readonlyOthers,
    },
    accountKeys: keys,
    recentBlockhash: encodeBase58(recentBlockhash),
    instructions: instructions.map(({ program, accounts, data }) => ({
      programIdIndex: program,
      accounts,
      data: encodeBase58(data),
      stackHeight: null,
    })),
    ...(isVersioned && {
      addressTableLookups: lookups.map(({ table, writable, readonly }) => ({
        accountKey: table,
        writableIndexes: writable,
        readonlyIndexes: readonly,
      })),
    }),
  }
  return { signatures: signatures.map((signature) => encodeBase58(signature)), message }
}
