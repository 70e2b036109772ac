const { poseidon2 } = await import('poseidon-lite/poseidon2')

/** A hash chain over version 0, the inputs' chain, the outputs' chain and the slot. facts/light-events.md 8. */
export function transactionHash(inputs: Uint8Array[], outputs: Uint8Array[], slot: number): Buffer {
  const hash = chained([0n, chainOf(inputs), chainOf(outputs), BigInt(slot)])
  return Buffer.from(hash.toString(16).padStart(64, '0'), 'hex')
}

function chainOf(hashes: Uint8Array[]): bigint {
  return hashes.length === 0 ? 0n : chained(hashes.map((hash) => BigInt(`0x${Buffer.from(hash).toString('hex')}`)))
}

function chained(numbers: bigint[]): bigint {
  return numbers.reduce((chain, next) => poseidon2([chain, next]))
}
